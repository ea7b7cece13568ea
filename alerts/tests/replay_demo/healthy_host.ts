import type { CommandResult } from "../../src/context/ssh/run_command.ts";

/** What commands show on a host that is well, by their titles. */
export function healthyHost(at: number): Readonly<Record<string, string>> {
  const instant = new Date(at), clock = instant.toISOString().slice(11, 19);
  return {
    ...HEALTHY,
    "Clock": `${instant.toUTCString()}\n`,
    "Uptime and load": ` ${clock} up 61 days,  2:10,  0 users,  load average: 0.31, 0.28, 0.30\n`,
  };
}

const HEALTHY: Readonly<Record<string, string>> = {
  "Space of local file systems": `Filesystem     Type  Size  Used Avail Use% Mounted on
/dev/sda2      ext4   40G   13G   25G  35% /
/dev/sda1      vfat  512M  6.1M  506M   2% /boot/efi
`,
  "Inodes of local file systems": `Filesystem      Inodes   IUsed   IFree IUse% Mounted on
/dev/sda2      2621440  198210 2423230    8% /
`,
  "Block devices": `NAME    SIZE TYPE FSTYPE MOUNTPOINT
sda      80G disk
|-sda1  512M part vfat   /boot/efi
|-sda2   40G part ext4   /
\`-sda3   40G part ext4   /var
`,
  "Load and pressure": `0.31 0.28 0.30 1/402 31822
some avg10=0.00 avg60=0.01 avg300=0.02 total=712341
some avg10=0.00 avg60=0.00 avg300=0.01 total=1203110
some avg10=0.00 avg60=0.00 avg300=0.00 total=0
`,
  "Activity in two seconds":
    `procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----
 r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st
 0  0      0 812040 112044 2240112    0    0     4    21  212  330  2  1 97  0  0
`,
  "Processes by processor time": `  PID STAT %CPU %MEM     ELAPSED COMMAND
  801 Ssl   0.9  1.8 61-02:09:40 systemd-journal
 1010 Ss    0.2  0.4 61-02:09:31 cron
`,
  "Processes by memory": `  PID STAT   RSS %MEM     ELAPSED COMMAND
  801 Ssl  151552  1.8 61-02:09:40 systemd-journal
`,
  "Memory": `               total        used        free      shared  buff/cache   available
Mem:            7941        2110        3012          60        2818        5540
Swap:           2047           0        2047
`,
  "Memory in detail": "MemTotal:       32505856 kB\nSwapTotal:       4194304 kB\n",
  "Swap": "Filename\tType\tSize\tUsed\tPriority\n/dev/sda4 partition 4194300 4044800 -2\n",
  "Failed units": "  UNIT LOAD ACTIVE SUB DESCRIPTION\n\n0 loaded units listed.\n",
  "Jobs of systemd": "No jobs running.\n",
  "Warnings in the log, last half hour": "-- No entries --\n",
  "Warnings of the kernel, last two hours": "-- No entries --\n",
  "Sockets": "Total: 212\nTCP:   41 (estab 18, closed 12, orphaned 0, timewait 11)\n",
  "Listening sockets": "LISTEN 0 128 0.0.0.0:22 0.0.0.0:*\nLISTEN 0 511 0.0.0.0:443 0.0.0.0:*\n",
  "Addresses": "lo               UNKNOWN        127.0.0.1/8\n",
  "Routes": "default via 192.0.2.1 dev eth0\n192.0.2.0/24 dev eth0 scope link\n",
  "Counters of the network": `2: eth0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 state UP
    RX: bytes packets errors dropped missed mcast
    812044112 912044 0 0 0 104
`,
  "Settings of the clock": "Timezone=Etc/UTC\nNTP=yes\nNTPSynchronized=yes\n",
};

/** What a shell says of a command that is not there. */
export const NOT_INSTALLED: CommandResult = {
  output: "",
  complaints: "sh: 1: command not found",
  exitCode: 127,
  isCut: false,
};
