import type { ProgramDescription } from "../description.js";
import { NODE_HELP, TOOL } from "./tool-options.js";

const VITE_OPTIONS = `
  -h --help (alone)
  -c --config <script>
  -d --debug [text]
  -f --filter <text>
  -l --logLevel <info|warn|error|silent>
  -m --mode <text>
  --base <text>
  --clearScreen
  --no-clearScreen
  --configLoader <bundle|runner|native>
  --force
`;

const VITE_SERVER = `
  ${VITE_OPTIONS}
  --cors
  --host [text]
  --port <number>
  --strictPort
  ! --open [text]
`;

const NEXT_SERVER = `
  -h --help (alone)
  -H --hostname <text>
  -p --port <number>
  --disable-source-maps
  --experimental-https
  --keepAliveTimeout <number>
  --turbo
  --turbopack
  --webpack
  ! --inspect [text]
  ! --experimental-upload-trace <url>
`;

/** Builds that come with a server. */
export const SERVERS: readonly ProgramDescription[] = [
  {
    ...TOOL,
    names: "vite npx:vite",
    options: `
  -v --version (alone)
  ${VITE_SERVER}
  `,
    commands: {
      "dev serve": { options: VITE_SERVER, operands: "source?", runs: "the project" },
      build: {
        options: `
  ${VITE_OPTIONS}
  -w --watch
  --app
  --assetsDir <text>
  --assetsInlineLimit <number>
  --emptyOutDir
  --manifest [text]
  --minify [true|false|oxc|terser|esbuild]
  --outDir <write>
  --sourcemap [true|false|inline|hidden]
  --ssr [source]
  --ssrManifest [text]
  --target <text>
  `,
        operands: "source?",
        runs: "the plugins of its configuration",
      },
      preview: {
        options: `
  ${VITE_SERVER}
  --outDir <source>
  `,
        operands: "source?",
        runs: "the plugins of its configuration",
      },
      optimize: { options: VITE_OPTIONS, operands: "source?" },
    },
    operands: "source?",
    runs: "the plugins of its configuration",
    starts: "node esbuild",
  },
  {
    ...TOOL,
    names: "next npx:next",
    options: NODE_HELP,
    commands: {
      build: {
        options: `
  -h --help (alone)
  -d --debug
  --debug-prerender
  --experimental-app-only
  --experimental-build-mode <compile|generate|generate-env|default>
  --experimental-debug-memory-usage
  --no-lint
  --no-mangling
  --profile
  --turbo
  --turbopack
  --webpack
  ! --analyze
  ! --experimental-upload-trace <url>
  `,
        operands: "source?",
        runs: "the project",
      },
      "dev start": { options: NEXT_SERVER, operands: "source?", runs: "the project" },
      typegen: { options: "-h --help (alone)\n--webpack", operands: "source?" },
      lint: {
        options: `
  -h --help (alone)
  -c --config <script>
  -d --dir <source>
  -f --format <stylish|json|html|compact|unix>
  -o --output-file <write>
  --cache
  --no-cache
  --cache-location <write>
  --cache-strategy <metadata|content>
  --ext <text>
  --file <source>
  --fix (writes)
  --max-warnings <number>
  --quiet
  --strict
  `,
        operands: "source?",
        runs: "the plugins of its configuration",
      },
      info: { options: "--verbose", starts: "node sh npm yarn pnpm" },
    },
  },
];
