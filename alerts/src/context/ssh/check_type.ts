/**
 * What a check is about, by its name.
 *
 * @module
 */

/** What a check is about. */
export type CheckType =
  | "disk"
  | "load"
  | "memory"
  | "process"
  | "network"
  | "time"
  | "raid"
  | "mounts"
  | "generic";

/** Words in names of checks and services; the first type that has one of them counts. */
const WORDS: readonly (readonly [CheckType, string])[] = [
  ["raid", "raid softraid md mdstat mdraid zpool zfs megaraid lvm multipath"],
  ["mounts", "mount mounts nfs nfsmount nfsmounts cifs cifsmounts"],
  ["disk", "df disk disks filesystem filesystems fs inode inodes diskstat storage volume io"],
  ["memory", "mem memory swap oom ram pagefile"],
  ["time", "ntp chrony timesyncd clock time timesync"],
  ["load", "load loads cpu kernel util utilization threads pressure"],
  [
    "network",
    "if interface interfaces lnx tcp udp ping icmp http https dns socket sockets conn connections " +
    "bonding network net netstat port ports",
  ],
  [
    "process",
    "ps proc procs process processes systemd service services unit units daemon job jobs",
  ],
];

/**
 * The type of a check: by its command, or where that says nothing by the name of its service.
 *
 * @param labels `check_command` and `service`, as sent. They choose, nothing of them is run.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { checkType } from "./check_type.ts";
 *
 * assert.equal(checkType({ check_command: "check_mk-df", service: "Filesystem /" }), "disk");
 * assert.equal(checkType({ check_command: "check_nrpe!x", service: "CPU load" }), "load");
 * assert.equal(checkType({ service: "Check_MK" }), "generic");
 * ```
 */
export function checkType(
  { check_command: command = "", service = "" }: Readonly<Record<string, string>>,
): CheckType {
  // Arguments of a command are about anything.
  return typeOf(command.split("!")[0]!) ?? typeOf(service) ?? "generic";
}

function typeOf(name: string): CheckType | undefined {
  const words = new Set(name.toLowerCase().slice(0, 500).split(/[^a-z]+/));
  return WORDS.find(([, known]) => known.split(" ").some((word) => words.has(word)))?.[0];
}
