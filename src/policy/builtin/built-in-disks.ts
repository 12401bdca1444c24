import type { BuiltInRule } from "./built-in-rule.js";
import type { Finding } from "../rules/match.js";
import { writes } from "../path-use.js";
import { baseName } from "../programs/program-name.js";

/** Disks and what is mounted from them. */
export const DISKS: BuiltInRule = {
  name: "disks",
  says: "whatever makes, changes, mounts or overwrites disks: dd of=/dev/…, mkfs, fdisk, parted, wipefs, mount",
  inCommand({ part }) {
    const program = baseName(part.words[0]?.text);
    if (DISK_PROGRAMS.test(program))
      return { match: "yes", why: `${program} changes disks or what is mounted.` };
    const isUnknown = part.takesMore || part.words.some((word) => word.text === undefined);
    if ((program === "dd" || program === "shred") && isUnknown) {
      return { match: "maybe", why: `Only running it would tell what ${program} overwrites.` };
    }
    return undefined;
  },
  inPath(use): Finding | undefined {
    const { where } = use;
    if (where.kind !== "path") {
      const start = where.kind === "glob" ? `${where.directory}/` : where.start;
      return DEVICE_START.test(start) ? { match: "maybe", why: `${start}… may be a disk.` } : undefined;
    }
    const device = [where.path, where.real ?? ""].find(
      (path) => DISK.test(path) || (writes(use) && path.startsWith("/dev/") && !HARMLESS_DEVICE.test(path)),
    );
    return device === undefined ? undefined : { match: "yes", why: `It uses the device ${device}.` };
  },
};

const DISK_PROGRAMS =
  /^(?:mkfs(?:\..+)?|mke2fs|newfs.*|mkswap|swapon|swapoff|[cs]?fdisk|[cs]?gdisk|parted|partprobe|wipefs|blkdiscard|hdparm|nvme|badblocks|cryptsetup|losetup|mdadm|(?:lv|vg|pv)(?:create|remove|change|resize|extend|reduce)|zpool|zfs|btrfs|diskutil|hdiutil|u?mount|format|diskpart)$/;
const DISK =
  /^\/dev\/(?:r?disk\d|[shvx]v?d[a-z]|nvme\d|mmcblk|mapper\/|dm-|md\d|loop|nbd|sr\d|ram\d|mem$|kmem$|port$|disk\/)/;
// The shell takes /dev/tcp for a connection; that is nothing harmless, but no disk either.
const HARMLESS_DEVICE =
  /^\/dev\/(?:(?:null|zero|full|stdin|stdout|stderr|tty|u?random)$|(?:fd|shm|pts|tcp|udp)\/)/;
const DEVICE_START = /^\/dev\/(?:[shvx]|nv|mm|ma|dm|md|lo|di|rd|$)/;
