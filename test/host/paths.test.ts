import { expect, test } from "vitest";

import { configFile, personasDir, runtimeDirs, stateDir, type Surroundings } from "../../src/host/paths.js";

const home = "/home/ada";

test.each<[string, Surroundings, string]>([
  ["the default", { env: {}, home, platform: "linux" }, "/home/ada/.config/claude-auto-continue/config.json"],
  [
    "the same on macOS",
    { env: {}, home, platform: "darwin" },
    "/home/ada/.config/claude-auto-continue/config.json",
  ],
  [
    "XDG_CONFIG_HOME",
    { env: { XDG_CONFIG_HOME: "/etc/ada" }, home, platform: "linux" },
    "/etc/ada/claude-auto-continue/config.json",
  ],
  [
    "a relative XDG_CONFIG_HOME is ignored",
    { env: { XDG_CONFIG_HOME: "conf" }, home, platform: "linux" },
    "/home/ada/.config/claude-auto-continue/config.json",
  ],
  [
    "an empty XDG_CONFIG_HOME is ignored",
    { env: { XDG_CONFIG_HOME: "" }, home, platform: "linux" },
    "/home/ada/.config/claude-auto-continue/config.json",
  ],
  [
    "CAC_CONFIG wins over all",
    { env: { CAC_CONFIG: "here.json", XDG_CONFIG_HOME: "/etc/ada" }, home, platform: "linux" },
    "here.json",
  ],
  [
    "an empty CAC_CONFIG is ignored",
    { env: { CAC_CONFIG: "" }, home, platform: "linux" },
    "/home/ada/.config/claude-auto-continue/config.json",
  ],
  [
    "APPDATA on Windows",
    { env: { APPDATA: "D:\\Roam", XDG_CONFIG_HOME: "/etc/ada" }, home: "C:\\Users\\ada", platform: "win32" },
    "D:\\Roam\\claude-auto-continue\\config.json",
  ],
  [
    "Windows without APPDATA",
    { env: {}, home: "C:\\Users\\ada", platform: "win32" },
    "C:\\Users\\ada\\AppData\\Roaming\\claude-auto-continue\\config.json",
  ],
  [
    "a relative APPDATA is ignored",
    { env: { APPDATA: "Roam" }, home: "C:\\Users\\ada", platform: "win32" },
    "C:\\Users\\ada\\AppData\\Roaming\\claude-auto-continue\\config.json",
  ],
  [
    "~ in CAC_CONFIG is the home",
    { env: { CAC_CONFIG: "~/$&.json" }, home, platform: "linux" },
    "/home/ada/$&.json",
  ],
  ["~ alone as well", { env: { CAC_CONFIG: "~" }, home, platform: "linux" }, "/home/ada"],
  [
    "and on Windows",
    { env: { CAC_CONFIG: "~\\x.json" }, home: "C:\\Users\\ada", platform: "win32" },
    "C:\\Users\\ada\\x.json",
  ],
  [
    "~ elsewhere is a name as any other",
    { env: { CAC_CONFIG: "a/~/x.json" }, home, platform: "linux" },
    "a/~/x.json",
  ],
  ["so is ~x", { env: { CAC_CONFIG: "~x.json" }, home, platform: "linux" }, "~x.json"],
])("%s", (_, surroundings, file) => {
  expect(configFile(surroundings)).toBe(file);
});

test.each<[string, Surroundings, string]>([
  ["the default", { env: {}, home, platform: "linux" }, "/home/ada/.local/state/claude-auto-continue"],
  ["the same on macOS", { env: {}, home, platform: "darwin" }, "/home/ada/.local/state/claude-auto-continue"],
  [
    "XDG_STATE_HOME",
    { env: { XDG_STATE_HOME: "/var/ada" }, home, platform: "linux" },
    "/var/ada/claude-auto-continue",
  ],
  [
    "a relative XDG_STATE_HOME is ignored",
    { env: { XDG_STATE_HOME: "state" }, home, platform: "linux" },
    "/home/ada/.local/state/claude-auto-continue",
  ],
  [
    "LOCALAPPDATA on Windows",
    { env: { LOCALAPPDATA: "D:\\Local" }, home: "C:\\Users\\ada", platform: "win32" },
    "D:\\Local\\claude-auto-continue",
  ],
  [
    "Windows without LOCALAPPDATA",
    { env: { LOCALAPPDATA: "Local" }, home: "C:\\Users\\ada", platform: "win32" },
    "C:\\Users\\ada\\AppData\\Local\\claude-auto-continue",
  ],
])("state: %s", (_, surroundings, directory) => {
  expect(stateDir(surroundings)).toBe(directory);
});

test.each<[string, Surroundings, string[]]>([
  [
    "beside the state",
    { env: {}, home, platform: "linux" },
    ["/home/ada/.local/state/claude-auto-continue/run"],
  ],
  [
    "XDG_RUNTIME_DIR first",
    { env: { XDG_RUNTIME_DIR: "/run/user/1000/" }, home, platform: "linux" },
    ["/run/user/1000/claude-auto-continue", "/home/ada/.local/state/claude-auto-continue/run"],
  ],
  ["none on Windows", { env: { XDG_RUNTIME_DIR: "/run" }, home, platform: "win32" }, []],
])("sockets: %s", (_, surroundings, directories) => {
  expect(runtimeDirs(surroundings)).toEqual(directories);
});

test.each<[Surroundings, string]>([
  [{ env: {}, home, platform: "linux" }, "/home/ada/.config/claude-auto-continue/personas"],
  [
    { env: { XDG_CONFIG_HOME: "/etc/ada" }, home, platform: "linux" },
    "/etc/ada/claude-auto-continue/personas",
  ],
  // It names a file, and says nothing of where other things are.
  [
    { env: { CAC_CONFIG: "/tmp/here.json" }, home, platform: "darwin" },
    "/home/ada/.config/claude-auto-continue/personas",
  ],
  [
    { env: { APPDATA: "D:\\Roam" }, home: "C:\\Users\\ada", platform: "win32" },
    "D:\\Roam\\claude-auto-continue\\personas",
  ],
])("the user's personas with %j: %s", (where, directory) => {
  expect(personasDir(where)).toBe(directory);
});
