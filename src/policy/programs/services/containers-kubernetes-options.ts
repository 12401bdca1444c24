export const NEEDS_CLUSTER = "needs a cluster";

// Plugins and helm are programs; the restrictor keeps it inside the folder that it builds.
export const KUSTOMIZE_OPTIONS = `
  -o --output <write>
  --as-current-user
  --load-restrictor <LoadRestrictionsRootOnly|>
  ! --enable-alpha-plugins
  ! --enable-exec
  ! --enable-helm
  ! --helm-command <code>
  ! -e --env <text>
  ! --mount <text>
  ! --network
  ! --network-name <text>`;
