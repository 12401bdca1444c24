import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensurePrograms } from "../../../src/lab/machine/ensure-programs.js";
import { isHarmlessForm, isHarmlessWriteOut } from "../../../src/policy/programs/checks/tool-values.js";
import { runInThrowawayFolder } from "./throwaway-folder.js";

const SECRET = "X-Secret: hidden in a file";
const FILES = { "f.txt": `${SECRET}\n` };

/** Answers with what it was sent. A process of its own, since curl is waited for without turning back to events. */
const ECHO = `
  require("node:http")
    .createServer((request, response) => {
      response.write(request.url + "\\n" + JSON.stringify(request.headers) + "\\n");
      request.pipe(response);
    })
    .listen(0, "127.0.0.1", function () { console.log(this.address().port); });`;

let server: ChildProcess;
let address = "";

beforeAll(async () => {
  ensurePrograms({ curl: "curl" });
  const started = spawn(process.execPath, ["-e", ECHO], { stdio: ["ignore", "pipe", "inherit"] });
  server = started;
  const [port] = (await once(started.stdout, "data")) as [Buffer];
  address = `http://127.0.0.1:${port.toString().trim()}/`;
});
afterAll(() => server.kill());

/** What curl printed and left behind; what it was sent back is part of what it printed. */
function curl(option: string, value: string): ReturnType<typeof runInThrowawayFolder> {
  return runInThrowawayFolder(["curl", "-sS", "-m", "10", option, value, address], { files: FILES });
}

describe("formats of curl that only print", () => {
  it.each<[format: string, about: string]>([
    ["%{http_code}", "a variable"],
    [String.raw`%{http_code} %{time_total}s\n`, "several, with an escape"],
    ["%{json}", "all of them"],
    ["%header{content-type}", "a header"],
    ["%{stderr}%{errormsg}", "another stream"],
    ["100%", "a percent sign at the end"],
    ["5 % of it", "one before a blank"],
    ["%%output{pwned}", "a percent sign that is doubled"],
    ["mail a@b", "an at sign within"],
    ["output{pwned}", "no percent sign"],
    ["", "nothing"],
  ])("%j (%s)", (format) => {
    expect(isHarmlessWriteOut(format)).toBe(true);
    const { stdout, left } = curl("-w", format);
    expect({ left, isSecretShown: stdout.includes(SECRET) }).toEqual({ left: [], isSecretShown: false });
  });

  it.each<[format: string, about: string]>([
    ["@f.txt", "a file"],
    ["@-", "standard input"],
    ["%output{pwned}%{http_code}", "a file that is written (curl 8.3)"],
    ["%output{>>pwned}x", "one that grows"],
    ["%%%output{pwned}", "behind a doubled percent sign"],
    ["%{%output{pwned}", "in a variable"],
    ["%header{%output{pwned}", "in a header"],
    ["%time{%output{pwned}}", "in a moment"],
    ["%future{x}", "not known"],
    ["%{http_code", "without an end"],
  ])("not %j (%s)", (format) => expect(isHarmlessWriteOut(format)).toBe(false));

  it("sees what curl does with a file", () => {
    expect(curl("-w", "@f.txt").stdout).toContain(SECRET);
  });
});

describe("fields of forms that send only what they spell", () => {
  it.each<[option: string, field: string, about: string]>([
    ["-F", "a=b", "a field"],
    ["-F", "a=b;type=text/plain", "with a type"],
    ["-F", 'a="b;c"', "quoted"],
    ["-F", "=(;type=multipart/mixed", "a part of parts"],
    ["--data-urlencode", "a=b c", "a field of a query"],
    ["--data-urlencode", "f.txt", "a content alone"],
    ["--data-urlencode", "=f.txt", "one behind a sign"],
    ["--url-query", "a=f.txt", "a part of the address"],
  ])("%s %j (%s)", (option, field) => {
    expect(isHarmlessForm(field)).toBe(true);
    const { stdout, left } = curl(option, field);
    expect({ left, isSecretSent: stdout.includes("hidden") }).toEqual({ left: [], isSecretSent: false });
  });

  it.each<[option: string, field: string, about: string]>([
    ["-F", "a=@f.txt", "an upload"],
    ["-F", "a=<f.txt", "a content"],
    ["-F", 'a=@"f.txt"', "quoted"],
    ["-F", "a=x;headers=<f.txt", "headers from a file: behind a value that is plain"],
    ["--data-urlencode", "@f.txt", "a whole body"],
    ["--data-urlencode", "a@f.txt", "behind a name"],
    ["--url-query", "a@f.txt", "in the address"],
  ])("not %s %j (%s)", (option, field) => {
    expect(isHarmlessForm(field)).toBe(false);
    // The file was read and sent.
    expect(curl(option, field).stdout).toContain("hidden");
  });
});
