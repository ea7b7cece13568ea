import { describe, expect, test } from "vitest";
import { type CheckType, checkType } from "../../../src/context/ssh/check_type.ts";
import { DIAGNOSTICS } from "../../../src/context/ssh/diagnostic_commands.ts";

const COMMANDS = [...new Set(Object.values(DIAGNOSTICS).flat().map(({ command }) => command))];
const DIAG = new URL("../../../deploy/host-analyzer/diag", import.meta.url);

describe("the fixed commands", () => {
  test("are words and spaces, nothing that a shell takes for something else", () => {
    for (const command of COMMANDS) expect(command).toMatch(/^[\w/.,=+-]+(?: [\w/.,=+-]+)*$/);
  });

  test("show no arguments of processes", () => {
    for (const command of COMMANDS) {
      expect(command).not.toMatch(
        /\b(?:args|cmd|command|cmdline)\b|systemctl status|\bpgrep\b|\btop\b|\bw\b/,
      );
    }
  });

  test("change nothing: each begins with a program that is known to read only", () => {
    const programs = new Set(COMMANDS.map((command) => command.split(" ")[0]));
    const readers = "cat chronyc date df findmnt free ip journalctl lsblk ntpq ps ss systemctl " +
      "timedatectl uptime vmstat zpool";
    expect([...programs].sort()).toEqual(readers.split(" "));
    const verbs = COMMANDS.flatMap((command) => {
      const [program, ...words] = command.split(" ");
      const isVerbal = ["chronyc", "ip", "systemctl", "timedatectl", "zpool"].includes(program!);
      return isVerbal ? [`${program} ${words.find((word) => !word.startsWith("-"))}`] : [];
    });
    expect([...new Set(verbs)].sort()).toEqual([
      "chronyc sources",
      "chronyc tracking",
      "ip address",
      "ip link",
      "ip route",
      "systemctl list-jobs",
      "systemctl list-units",
      "timedatectl show",
      "zpool status",
    ]);
  });

  test("are few for each check, none of them twice", () => {
    for (const commands of Object.values(DIAGNOSTICS)) {
      expect(new Set(commands).size).toBe(commands.length);
      expect(commands.length).toBeLessThanOrEqual(8);
    }
  });

  test("are those that alerts/deploy/host-analyzer/diag lets run", async () => {
    const text = await Deno.readTextFile(DIAG);
    const list = text.slice(text.indexOf("case "), text.indexOf("exec $"));
    const allowed = [...list.matchAll(/^ {2}"([^"]*)"(?: \| \\|\))$/gm)].map(([, command]) =>
      command
    );
    expect(allowed).toEqual(COMMANDS.toSorted());
  });
});

describe("checkType()", () => {
  test.each<[string, string, CheckType]>([
    ["check_mk-df", "Filesystem /", "disk"],
    ["check_mk-diskstat", "Disk IO SUMMARY", "disk"],
    ["check_disk", "Root partition", "disk"],
    ["check_mk-cpu_loads", "CPU load", "load"],
    ["check_mk-kernel_util", "CPU utilization", "load"],
    ["check_load!5,4,3", "Current Load", "load"],
    ["check_mk-mem_linux", "Memory", "memory"],
    ["check_swap", "Swap Usage", "memory"],
    ["check_mk-ps", "Process nginx", "process"],
    ["check_procs", "Total Processes", "process"],
    ["check_mk-systemd_units_services_summary", "Systemd Service Summary", "process"],
    ["check_mk-lnx_if", "Interface 2", "network"],
    ["check_mk-tcp_conn_stats", "TCP Connections", "network"],
    ["check_http", "HTTP", "network"],
    ["check-host-alive", "", "generic"],
    ["check_mk-chrony", "NTP Time", "time"],
    ["check_ntp_time!pool.example", "Clock", "time"],
    ["check_mk-timesyncd", "System Time", "time"],
    ["check_mk-md", "MD Softraid md0", "raid"],
    ["check_mk-zpool_status", "zpool status", "raid"],
    ["check_mk-mounts", "Mount options of /", "mounts"],
    ["check_mk-nfsmounts", "NFS mount /home", "mounts"],
    // A command that runs another one says nothing; the service's name does.
    ["check_nrpe!check_disk", "CPU load", "load"],
    ["check_by_ssh", "Memory", "memory"],
    ["check_mk", "Check_MK", "generic"],
    ["", "", "generic"],
    ["check_mk-uptime", "Uptime", "generic"],
    ["constructor", "__proto__", "generic"],
  ])("%s for %s is about %s", (check_command, service, type) => {
    expect(checkType({ check_command, service })).toBe(type);
  });

  test("needs neither", () => {
    expect(checkType({})).toBe("generic");
    expect(checkType({ service: "Filesystem /var" })).toBe("disk");
  });

  test("is quick about a long name", () => {
    expect(checkType({ service: `${"x-".repeat(1e6)}disk` })).toBe("generic");
  });
});
