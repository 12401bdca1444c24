import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { CanarySandbox } from "./sandbox.js";
import { canOpenSandbox } from "./template.js";

/** Each does in one or both shells what no approved command may do. Most were found by a review. */
const HOSTILE: readonly (readonly [command: string, what: string, shells?: "bash" | "zsh"])[] = [
  ["export -a 'x=($(./evil.sh))'", "ran /home/ada/app/./evil.sh as ./evil.sh", "bash"],
  ["true {x['$(./evil.sh)']}</dev/null", "ran /home/ada/app/./evil.sh as ./evil.sh", "bash"],
  ["echo $HOME['$(./evil.sh)1']", "ran /home/ada/app/./evil.sh as ./evil.sh", "zsh"],
  ["COLUMNS='psvar[$(./evil.sh)1]' true", "ran /home/ada/app/./evil.sh as ./evil.sh", "zsh"],
  ["test -t 'psvar[$(./evil.sh)1]'", "ran /home/ada/app/./evil.sh as ./evil.sh", "zsh"],
  ["printf %d 'psvar[$(./evil.sh)1]'", "ran /home/ada/app/./evil.sh as ./evil.sh", "zsh"],
  ["read -t 'psvar[$(./evil.sh)1]' x", "ran /home/ada/app/./evil.sh as ./evil.sh", "zsh"],
  ["x='a[$(./evil.sh)]'; echo $((x))", "ran /home/ada/app/./evil.sh as ./evil.sh", "bash"],
  ["sleep 0.05 && ./evil.sh argument &", "ran /home/ada/app/./evil.sh as ./evil.sh argument"],
  [". ./evil.sh", "changed /home/ada/canary.log"],
  ["git grep -e -- -O./evil.sh", "changed /home/ada/canary.log"],
  ["rg -e -- --pre=./evil.sh a.txt", "ran /home/ada/app/./evil.sh as ./evil.sh a.txt"],
  ["tar cf -- -I./evil.sh a.txt", "ran /home/ada/app/./evil.sh as ./evil.sh"],
  ["tar cf x.tar *", "ran /usr/bin/sh as sh evil.sh"],
  ["make -o -- -f evil.mk", "changed /home/ada/canary.log"],
  ["make '$(shell ./evil.sh)x=1'", "ran /home/ada/app/./evil.sh as ./evil.sh"],
  ["sort -T -- -o /srv/elsewhere/made a.txt", "made /srv/elsewhere/made"],
  ["awk -F -- -f evil.awk a.txt", "changed /home/ada/canary.log"],
  ["cp -vt /srv/elsewhere a.txt", "made /srv/elsewhere/a.txt"],
  ["fd -gx rm '*.csv'", "ran /usr/bin/rm as rm *.csv "],
  ["ssh localhost -oProxyCommand=./evil.sh", "ran /home/ada/app/evil.sh as ./evil.sh"],
  [
    "ssh -oPermitLocalCommand=yes -oLocalCommand=./evil.sh localhost",
    "ran /home/ada/app/./evil.sh as ./evil.sh",
  ],
  ["sqlite3 app.db <<< '.shell ./evil.sh'", "ran /home/ada/app/./evil.sh as ./evil.sh"],
  ["sqlite3 app.db '.load ./evil.so'", "changed /home/ada/canary.log"],
  ["python3 -m pytest -p evil", "changed /home/ada/canary.log"],
  ["node --require ./evil.js scripts/ok.js", "changed /home/ada/canary.log"],
  ["LD_PRELOAD=./evil.so cat a.txt", "changed /home/ada/canary.log"],
  ["./scripts/../../evil", "ran /home/ada/app/./scripts/../../evil as ./scripts/../../evil"],
  ["git config core.pager ./evil.sh -l", "changed /home/ada/app/.git/config"],
  ["cd src/bare.git && git status", "ran /home/ada/app/evil.sh as /home/ada/app/evil.sh 2 "],
  ["cat {~/.ssh/id_rsa,a.txt}", "read /home/ada/.ssh/id_rsa"],
  ["f=~/.ssh/id_rsa; grep '' $f", "read /home/ada/.ssh/id_rsa"],
  ["cat ~ada/.ssh/id_rsa", "read /home/ada/.ssh/id_rsa"],
  ["echo ~/.ssh/id_rsa | xargs grep ''", "read /home/ada/.ssh/id_rsa"],
  ["grep -r secret .", "read /home/ada/app/secrets/key.txt"],
  ["cp src/key.txt build/", "read /home/ada/.ssh/id_rsa"],
  ["rm -r docs", "deleted /home/ada/app/docs/guide.md"],
  ["touch a.txt", "changed /home/ada/app/a.txt"],
  ["chmod 600 a.txt", "changed /home/ada/app/a.txt"],
  ["mkdir -p /tmp/x", "made-folder /tmp/x"],
];

describe.skipIf(!canOpenSandbox())("the canary sandbox", () => {
  let sandbox: CanarySandbox;
  beforeAll(async () => {
    sandbox = await CanarySandbox.open();
  });
  afterAll(() => sandbox.close());

  it("sees what hostile commands do, in the shell in which they do it", async () => {
    const denied = [sandbox.inside("/home/ada/.ssh"), `${sandbox.project}/secrets`];
    const commands = HOSTILE.map(([command]) => sandbox.inside(command));
    const touched = await sandbox.run(
      commands.map((command) => ({ command, mayRun: [], mayWrite: [], denied })),
    );
    const shellsOf = (command: string, what: string): string =>
      ["bash", "zsh"]
        .filter((shell) =>
          touched.some(
            (each) => each.command === command && each.shell === shell && each.what.startsWith(what),
          ),
        )
        .join(" ");
    expect(HOSTILE.map(([command, what]) => [command, what, shellsOf(command, what)])).toEqual(
      HOSTILE.map(([command, what, shell = "bash zsh"]) => [command, what, shell]),
    );
  });

  it("sees nothing where a command does only what it may", async () => {
    const command = (text: string, mayRun: string, mayWrite: readonly string[]) => ({
      command: sandbox.inside(text),
      mayRun: mayRun.split(" "),
      mayWrite: mayWrite.map((path) => sandbox.inside(path)),
      denied: [`${sandbox.project}/secrets`],
    });
    const commands = [
      command("true; echo hello; [ -e a.txt ]; : $HOME; cd src; pwd", "", []),
      command("cat a.txt | sort -u > build/deep", "cat sort", ["/home/ada/app/build"]),
      command("mkdir -p build/a/b && touch build/a/b/c", "mkdir touch", ["/home/ada/app/build/a/b/c"]),
      command("rm -rf build a.txt", "rm", ["/home/ada/app/build", "/home/ada/app/a.t*"]),
      command("ls secrets; ls -l ~/.ssh", "ls", []),
      command("curl -s http://127.0.0.1:8080/ | grep -q hello", "curl grep", []),
      command("ssh localhost true", "ssh", []),
      command("make ok", "*", []),
      command("sleep 9", "sleep", []),
      command("kill -9 $$", "", []),
    ];
    expect(await sandbox.run(commands)).toEqual([]);
  });

  it("gives each command the files as they were, whatever the one before it did", async () => {
    const may = { mayRun: ["*"], mayWrite: [sandbox.root], denied: [] };
    await sandbox.run([{ ...may, command: "rm -rf ~/* ~/.ssh; mkdir a.txt; ln -s / x; chmod 000 ." }]);
    const check = "cat a.txt && [ -f ~/.ssh/id_rsa ] && ls -d . && git status && ! [ -e x ] && touch pass";
    const touched = await sandbox.run([{ ...may, mayWrite: [`${sandbox.project}/.git`], command: check }]);
    expect(touched.map(({ shell, what }) => `${shell} ${what}`)).toEqual([
      "bash made /home/ada/app/pass",
      "zsh made /home/ada/app/pass",
    ]);
  });
});
