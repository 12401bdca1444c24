import { readFile } from "node:fs/promises";

import { readProcess } from "../../host/process-table.js";
import { isForeground, liveTty, whyNotForeground } from "./is-foreground.js";
import { runCommand, type RunCommand } from "../../host/run-command.js";
import type { OpenResult, TransportKind } from "../transport.js";

export interface TtyTransportOptions {
  readonly run?: RunCommand;
  readonly platform?: NodeJS.Platform;
  readonly rights?: () => Promise<TypingRights>;
}

/** What the kernel lets this process do with TIOCSTI, which puts a byte into a terminal's keyboard queue. */
export interface TypingRights {
  /** CAP_SYS_ADMIN: any terminal, whatever the setting says. */
  readonly isPrivileged: boolean;
  /** `dev.tty.legacy_tiocsti`; kernels before 6.2 have no such setting and always allow it. */
  readonly isAllowed: boolean;
  /** The terminal that this process itself belongs to: without privileges, the only one it may type on. */
  readonly ownTty: string | undefined;
}

/** Types straight into the session's terminal device. Blind: a device has no screen that could be read. */
export function ttyTransport({
  run = runCommand,
  platform = process.platform,
  rights = typingRights,
}: TtyTransportOptions = {}): TransportKind {
  return {
    name: "tty",
    open: async (session): Promise<OpenResult> => {
      if (platform !== "linux") return { refused: "is known to work on Linux only" };
      const [away, tty] = [await whyNotForeground(session), await liveTty(session)];
      if (away !== undefined || tty === undefined)
        return { refused: away ?? "finds that it has no terminal" };
      const allowed = await rights();
      const forbidden = whyForbidden(tty, allowed);
      if (forbidden !== undefined) return { refused: forbidden };
      const perl = await run("perl", ["-e", "1"]);
      if (!perl.ok) return { refused: `needs perl: ${perl.says}` };
      // By this name one's own opens also after a `su`, when it is somebody else's file.
      const device = allowed.ownTty === tty ? "/dev/tty" : tty;
      return {
        name: "tty",
        screen: undefined,
        isSameProcess: async () => (await isForeground(session)) && (await liveTty(session)) === tty,
        send: (keys) => typeOn(device, keys, run),
        release: () => Promise.resolve(),
      };
    },
  };
}

/** As tiocsti() in the kernel's drivers/tty/tty_io.c has it (6.18). */
function whyForbidden(tty: string, { isPrivileged, isAllowed, ownTty }: TypingRights): string | undefined {
  if (isPrivileged) return undefined;
  if (!isAllowed) return "is switched off in this kernel for all but root (dev.tty.legacy_tiocsti is 0)";
  if (ownTty === tty) return undefined;
  return `is allowed only on one's own terminal for all but root: the session's is ${tty}, ours is ${ownTty ?? "none"}`;
}

async function typingRights(): Promise<TypingRights> {
  const [status, setting, own] = await Promise.all([
    readFile("/proc/self/status", "latin1").catch(() => ""),
    readFile("/proc/sys/dev/tty/legacy_tiocsti", "latin1").catch(() => "1"),
    readProcess(process.pid),
  ]);
  const effective = BigInt(`0x${/^CapEff:\s*([0-9a-f]+)/m.exec(status)?.[1] ?? "0"}`);
  return {
    isPrivileged: ((effective >> CAP_SYS_ADMIN) & 1n) === 1n,
    isAllowed: setting.trim() !== "0",
    ownTty: own?.tty,
  };
}

async function typeOn(tty: string, keys: string, run: RunCommand): Promise<void> {
  const typed = await run("perl", ["-e", TYPE, tty], { input: keys });
  if (!typed.ok) throw new Error(`typing on ${tty} failed: ${typed.says}`);
}

const CAP_SYS_ADMIN = 21n;

/**
 * Node has no ioctl; perl is on nearly every system. The keys come on standard input, where no process list shows them.
 * What does not fit into the terminal's queue (4096 bytes) the kernel drops without a word: it is filled halfway.
 * The numbers are those of x86, Arm, RISC-V and POWER.
 */
const TYPE = `
use strict;
use Fcntl;
my ($TIOCSTI, $FIONREAD) = (0x5412, 0x541B);
sysopen(my $tty, $ARGV[0], O_RDWR | O_NOCTTY | O_NONBLOCK) or die "$!\\n";
die "it is no terminal\\n" unless -t $tty;
binmode STDIN;
my $keys = do { local $/; <STDIN> };
my $patience = 300;
for my $byte (split //, $keys) {
  while (1) {
    my $unread = pack("i", 0);
    ioctl($tty, $FIONREAD, $unread) or die "$!\\n";
    last if unpack("i", $unread) < 2048;
    die "the program does not read what is typed\\n" unless $patience--;
    select(undef, undef, undef, 0.01);
  }
  ioctl($tty, $TIOCSTI, $byte) or die "$!\\n";
}
`;
