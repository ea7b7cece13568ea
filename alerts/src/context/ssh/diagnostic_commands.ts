/**
 * The commands that may be run on a host, all of them. They read only, take nothing from a
 * notification or from a model, and show no arguments of processes, where passwords stand.
 *
 * `alerts/deploy/host-analyzer/diag`, by which a host can refuse all others, holds the same list.
 *
 * @module
 */

import type { CheckType } from "./check_type.ts";

/** A command. */
export interface DiagnosticCommand {
  /** For people and for the model: what it shows. */
  readonly title: string;
  /** As it is sent: words and spaces, nothing that a shell would take for something else. */
  readonly command: string;
  /** Which part of a long output says most. */
  readonly keep: "start" | "end";
}

const start = (title: string, command: string): DiagnosticCommand => (
  { title, command, keep: "start" }
);
const end = (title: string, command: string): DiagnosticCommand => ({
  title,
  command,
  keep: "end",
});

/** Local file systems only: one of the network that hangs would hold a process on the host. */
const space = start("Space of local file systems", "df -hPTl");
const inodes = start("Inodes of local file systems", "df -iPl");
const blocks = start("Block devices", "lsblk -o NAME,SIZE,TYPE,FSTYPE,MOUNTPOINT");
const uptime = start("Uptime and load", "uptime");
const pressure = start(
  "Load and pressure",
  "cat /proc/loadavg /proc/pressure/cpu /proc/pressure/io /proc/pressure/memory",
);
const activity = start("Activity in two seconds", "vmstat 1 3");
const byCpu = start(
  "Processes by processor time",
  "ps -eo pid,stat,pcpu,pmem,etime,comm --sort=-pcpu",
);
const byMemory = start("Processes by memory", "ps -eo pid,stat,rss,pmem,etime,comm --sort=-rss");
const memory = start("Memory", "free -m");
const memoryDetails = start("Memory in detail", "cat /proc/meminfo");
const swaps = start("Swap", "cat /proc/swaps");
const failedUnits = start(
  "Failed units",
  "systemctl list-units --state=failed --no-pager --plain",
);
const pendingJobs = start("Jobs of systemd", "systemctl list-jobs --no-pager");
const log = end(
  "Warnings in the log, last half hour",
  "journalctl --no-pager --output=short-iso --priority=warning --since=-30min --lines=100",
);
const kernelLog = end(
  "Warnings of the kernel, last two hours",
  "journalctl --dmesg --no-pager --output=short-iso --priority=warning --since=-2h --lines=100",
);
const sockets = start("Sockets", "ss -s");
const listeners = start("Listening sockets", "ss -Htln");
const addresses = start("Addresses", "ip -brief address");
const routes = start("Routes", "ip route");
const links = start("Counters of the network", "ip -s link");
const clock = start("Clock", "date -u");
const timeSettings = start("Settings of the clock", "timedatectl show");
const chrony = start("State of chrony", "chronyc -n tracking");
const chronySources = start("Sources of chrony", "chronyc -n sources");
const ntp = start("Sources of NTP", "ntpq -pn");
const raid = start("Software RAID", "cat /proc/mdstat");
const pools = start("ZFS pools with troubles", "zpool status -x");
const mounts = start("Mounts", "findmnt --real --output TARGET,SOURCE,FSTYPE,OPTIONS");
const mountUnits = start(
  "Failed mounts",
  "systemctl list-units --type=mount,automount --state=failed --no-pager --plain",
);

/** What is run for each type of check. */
export const DIAGNOSTICS: Readonly<Record<CheckType, readonly DiagnosticCommand[]>> = {
  disk: [space, inodes, blocks, pressure, kernelLog, log],
  load: [uptime, pressure, activity, byCpu, failedUnits, log],
  memory: [memory, memoryDetails, swaps, byMemory, pressure, kernelLog],
  process: [uptime, failedUnits, pendingJobs, byCpu, memory, log],
  network: [sockets, listeners, addresses, routes, links, failedUnits, log],
  time: [clock, timeSettings, chrony, chronySources, ntp, log],
  raid: [raid, pools, blocks, kernelLog],
  mounts: [mounts, mountUnits, space, kernelLog],
  generic: [uptime, space, memory, failedUnits, byCpu, log],
};
