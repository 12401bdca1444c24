// `npm start`: the main job in front of you, on the embedded lab, from a fresh clone with only Node and npm.
import { prepare, step } from "./prepare.mjs";

prepare();
step("lab", process.execPath, ["dist/lab/show.js", ...process.argv.slice(2)]);
