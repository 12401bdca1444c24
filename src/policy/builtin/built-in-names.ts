/** The names of the built-in deny rules, apart from the rules: settings are checked before a session starts. */
export const BUILT_IN_NAMES = [
  "delete-outside-project",
  "disks",
  "force-push",
  "network-to-shell",
  "credential-files",
  "sudo",
  "own-settings",
] as const;
