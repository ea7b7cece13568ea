import { abstains, fenced, prose, says } from "../answers.ts";
import { blind } from "../blind_answers.ts";
import type { DemoCase } from "../demo_case.ts";

/** Logs are not rotated any more: the directory's permissions are wrong. */
const logRotation: DemoCase = {
  id: "host-disk-logrotate",
  notice: {
    at: "2026-10-05T04:12:07Z",
    fields: {
      WHAT: "SERVICE",
      NOTIFICATIONTYPE: "PROBLEM",
      HOSTNAME: "lark-app-03",
      HOSTADDRESS: "192.0.2.43",
      SERVICEDESC: "Filesystem /var",
      SERVICESTATE: "CRITICAL",
      PREVIOUSSERVICEHARDSTATE: "WARNING",
      SERVICEOUTPUT:
        "Used: 95.8% - 38.3 GiB of 40.0 GiB (warn/crit at 80.0%/95.0% used), trend per 1 day 0 hours: +2.1 GiB",
      SERVICEPERFDATA: "fs_used=39219MB;32768;38912;0;40960",
      SERVICECHECKCOMMAND: "check_mk-df",
      SERVICEATTEMPT: "1",
      SERVICEPROBLEMID: "88121",
      OMD_SITE: "lark",
    },
  },
  host: {
    since: "04:11:40",
    services: [
      [
        "Systemd Service Summary",
        "CRITICAL",
        "Total: 212, Disabled: 9, Failed: 1, 1 service failed (logrotate)",
        "-6 00:03",
      ],
      ["Postfix Queue", "WARNING", "Deferred queue length: 14", "-1 18:22"],
    ],
    shell: {
      "Space of local file systems": `Filesystem     Type  Size  Used Avail Use% Mounted on
/dev/sda2      ext4   30G   11G   18G  38% /
/dev/sda3      ext4   40G   39G  1.7G  96% /var
/dev/sda1      vfat  512M  6.1M  506M   2% /boot/efi
`,
      "Warnings in the log, last half hour":
        `2026-10-05T03:50:02+00:00 lark-app-03 postfix/qmgr[911]: warning: connect to relay.larkfield.example[192.0.2.9]:25: timed out
2026-10-05T04:00:01+00:00 lark-app-03 logrotate[48120]: error: skipping "/var/log/checkout/checkout.log" because parent directory has insecure permissions (It's world writable or writable by group which is not "root") Set "su" directive in config file to tell logrotate which user/group should be used for rotation.
2026-10-05T04:00:01+00:00 lark-app-03 systemd[1]: logrotate.service: Failed with result 'exit-code'.
`,
    },
  },
  label: {
    cause: [["logrotate", "log rotation", "rotation", "rotated", "rotate"], [
      "insecure permissions",
      "permission",
      "permissions",
      "world writable",
      "writable",
    ]],
    distractors: [["postfix", "relay"]],
    target: [["lark-app-03"], ["/var"]],
    severity: ["warning", "critical"],
    abstain: false,
  },
  answers: {
    shipped: [
      says(
        "high",
        "D6 H2 D1",
        'Logs are not rotated: logrotate fails with "skipping "/var/log/checkout/checkout.log" because parent directory has insecure permissions". The service logrotate is failed for six days (H2), and /var grows by 2.1 GiB a day.',
        "/var on lark-app-03 is 95.8% full, as logrotate skips the log of checkout because of the permissions of its directory.",
        [
          "Correct owner and mode of /var/log/checkout, or set su in its logrotate file",
          "Start logrotate once and see that /var gets space",
          "See how large checkout.log is",
        ],
        { severity: "warning", gaps: ["Size of the files below /var/log"] },
      ),
      says(
        "high",
        "D6 H2",
        "logrotate refuses to rotate checkout.log: the permissions of the directory are insecure (writable by others).",
        "lark-app-03: /var fills up because log rotation fails.",
        ["Fix the permissions of /var/log/checkout", "Then run logrotate"],
        { severity: "critical" },
      ),
      says(
        "high",
        "D6 H2 D1",
        'Log rotation fails since days, "parent directory has insecure permissions", so checkout.log only grows.',
        "The file system /var of lark-app-03 has 1.7G left, and its logs are not rotated.",
        ["Check /var/log/checkout", "Repair the permissions"],
        { severity: "warning" },
      ),
    ],
    short: [
      says(
        "high",
        "D1",
        "/var is full of old log files",
        "Disk /var on lark-app-03 is full of logs.",
        ["rm -rf /var/log/*.gz /var/log/*.1", "journalctl --vacuum-size=200M"],
        { severity: "critical" },
      ),
      says(
        "high",
        "D6",
        "logrotate fails due to insecure permissions of /var/log/checkout",
        "/var on lark-app-03 fills up since logrotate fails.",
        ["chmod 755 /var/log/checkout", "systemctl restart logrotate"],
        { severity: "critical" },
      ),
      says(
        "high",
        "H2 D6",
        "The mail queue of Postfix grows because the relay times out and fills /var/spool",
        "Postfix queue fills /var on lark-app-03.",
        ["postsuper -d ALL deferred"],
        { severity: "critical" },
      ),
    ],
    blind: blind(
      "/var on lark-app-03 is 95.8% full",
      "logs or caches that grow",
      "Look at what grows below /var on lark-app-03",
    ),
  },
};

/** Millions of small files: the clean-up job's timer was disabled by an upgrade. */
const inodes: DemoCase = {
  id: "host-inodes-sessions",
  notice: {
    at: "2026-09-21T13:45:30Z",
    fields: {
      WHAT: "SERVICE",
      NOTIFICATIONTYPE: "PROBLEM",
      HOSTNAME: "lark-web-01",
      HOSTADDRESS: "192.0.2.31",
      SERVICEDESC: "Inodes /srv",
      SERVICESTATE: "CRITICAL",
      SERVICEOUTPUT:
        "Inodes used: 99.1% of 6.55 million (warn/crit at 90.0%/95.0%), space used: 41.2%",
      SERVICECHECKCOMMAND: "check_mk-df",
      SERVICEPROBLEMID: "87310",
      OMD_SITE: "lark",
    },
  },
  host: {
    since: "13:45:02",
    services: [
      [
        "HTTP forum.larkfield.example",
        "CRITICAL",
        "HTTP CRITICAL: HTTP/1.1 500 Internal Server Error - 312 bytes in 0.041 second response time",
        "13:40:11",
      ],
      ["APT Updates", "WARNING", "17 normal updates, 2 security updates", "-2 06:30"],
    ],
    comments: [["-5 10:14:00", "ada", "PHP 8.4 -> 8.5 upgrade done, forum ok"]],
    shell: {
      "Inodes of local file systems": `Filesystem      Inodes   IUsed   IFree IUse% Mounted on
/dev/sda2      1966080  214410 1751670   11% /
/dev/sdb1      6553600 6494617   58983  100% /srv
`,
      "Space of local file systems": `Filesystem     Type  Size  Used Avail Use% Mounted on
/dev/sda2      ext4   30G  9.2G   19G  33% /
/dev/sdb1      ext4  100G   41G   54G  44% /srv
`,
      "Warnings in the log, last half hour":
        `2026-09-21T13:39:04+00:00 lark-web-01 php-fpm8.5[2211]: WARNING: session_start(): open(/srv/forum/sessions/sess_****, O_RDWR) failed: No space left on device (28)
2026-09-21T13:39:05+00:00 lark-web-01 systemd[1]: phpsessionclean.service: Condition check resulted in Clean php session files being skipped: /usr/lib/php/sessionclean-8.4 does not exist
2026-09-21T13:40:10+00:00 lark-web-01 php-fpm8.5[2213]: WARNING: session_start(): failed to read session data
`,
    },
  },
  label: {
    cause: [["session", "sessions"], [
      "phpsessionclean",
      "sessionclean",
      "clean-up",
      "cleanup",
      "clean",
      "cleaned",
      "cleans",
      "not deleted",
      "never removed",
    ]],
    distractors: [["disk space is full", "out of disk space"], ["APT", "security updates"]],
    target: [["lark-web-01"], ["/srv"]],
    severity: ["critical"],
    abstain: false,
  },
  answers: {
    shipped: [
      says(
        "high",
        "D2 D6 H4",
        'Old PHP sessions are not cleaned up: phpsessionclean is skipped because "/usr/lib/php/sessionclean-8.4 does not exist", which fits the upgrade to PHP 8.5 five days ago. They use up the inodes of /srv (IFree 58983), not its space.',
        "/srv on lark-web-01 has next to no free inodes, because session files pile up since the PHP upgrade. The forum answers with errors.",
        [
          "Make phpsessionclean use the script of PHP 8.5",
          "Let it remove expired sessions in /srv/forum/sessions",
          "See that the forum answers again",
        ],
        { severity: "critical" },
      ),
      says(
        "high",
        "D6 D2",
        "Session files in /srv/forum/sessions are never removed, since the clean-up looks for a script of the old PHP version.",
        "lark-web-01 runs out of inodes on /srv; new sessions cannot be written, so the forum fails.",
        ["Repair phpsessionclean.service", "Count the files in /srv/forum/sessions"],
        { severity: "critical" },
      ),
      says(
        "high",
        "D6 D2 H2",
        'Sessions are not cleaned up since PHP 8.5 came: "Clean php session files being skipped".',
        "Inodes of /srv on lark-web-01 are used up by session files that nobody cleans.",
        ["Repair the clean-up"],
        { severity: "critical" },
      ),
    ],
    short: [
      prose(
        "**Root cause:** the disk is out of space.\n\n**Fix:** extend /srv on lark-web-01 and delete old files:\n```bash\nfind /srv -mtime +30 -delete\n```",
      ),
      says(
        "high",
        "D2 D6",
        "Inodes exhausted by PHP session files that are not cleaned up",
        "PHP sessions use all inodes of /srv on lark-web-01.",
        ["find /srv/forum/sessions -name 'sess_*' -delete"],
        { severity: "critical" },
      ),
      says(
        "medium",
        "",
        "6.5 million small files in /srv/forum/cache use all inodes",
        "The forum cache on lark-web-01 is too large.",
        ["Clear /srv/forum/cache"],
        { severity: "critical" },
      ),
    ],
    blind: blind(
      "99.1% of the inodes of /srv on lark-web-01 are used",
      "very many small files, such as sessions or caches",
      "Count files by directory below /srv",
    ),
  },
};

/** Processes wait for a file server; the processor is idle. */
const loadNfs: DemoCase = {
  id: "host-load-nfs",
  notice: {
    at: "2026-11-08T10:31:12Z",
    fields: {
      WHAT: "SERVICE",
      NOTIFICATIONTYPE: "PROBLEM",
      HOSTNAME: "lark-render-02",
      HOSTADDRESS: "192.0.2.62",
      SERVICEDESC: "CPU load",
      SERVICESTATE: "CRITICAL",
      SERVICEOUTPUT:
        "15 min load: 61.84, 15 min load per core: 7.73 (8 cores) (warn/crit at 5.00/10.00 total 40.00/60.00)",
      SERVICECHECKCOMMAND: "check_mk-cpu_loads",
      SERVICEPROBLEMID: "90277",
      OMD_SITE: "lark",
    },
  },
  host: {
    since: "10:30:50",
    services: [
      ["NFS mount /mnt/assets", "CRITICAL", "Server not responding", "10:12:20"],
      ["CPU utilization", "OK", "Total CPU: 6.12%", "-3 02:00"],
    ],
    shell: {
      "Uptime and load":
        " 10:31:14 up 112 days,  4:02,  1 user,  load average: 72.10, 70.33, 61.84\n",
      "Load and pressure": `72.10 70.33 61.84 1/812 40912
some avg10=0.00 avg60=0.02 avg300=0.05 total=812341
some avg10=0.10 avg60=0.08 avg300=0.11 total=2231011
some avg10=0.00 avg60=0.00 avg300=0.00 total=0
`,
      "Activity in two seconds":
        `procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----
 r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st
 1 70      0 9120412 312044 18240112    0    0     2    11  412  880  4  1 95  0  0
 0 71      0 9120380 312044 18240112    0    0     0     0  398  861  4  1 95  0  0
`,
      "Processes by processor time": `  PID STAT %CPU %MEM     ELAPSED COMMAND
 2210 Sl   24.1  3.2 112-03:58:10 render-manager
40102 D     0.0  0.4       18:40 blender
40107 D     0.0  0.4       18:38 blender
40111 D     0.0  0.4       18:31 blender
40130 D     0.0  0.1       18:02 rsync
39011 Ss    0.0  0.1    2-07:10 restic-backup
`,
      "Warnings in the log, last half hour":
        `2026-11-08T10:12:02+00:00 lark-render-02 kernel: nfs: server assets.larkfield.example not responding, still trying
2026-11-08T10:20:00+00:00 lark-render-02 restic-backup[39011]: warning: 2 files changed while reading
2026-11-08T10:30:02+00:00 lark-render-02 kernel: nfs: server assets.larkfield.example not responding, still trying
`,
    },
  },
  label: {
    cause: [["NFS", "assets.larkfield.example", "/mnt/assets"], [
      "not responding",
      "not respond",
      "does not answer",
      "hang",
      "hangs",
      "unreachable",
      "wait",
      "waits",
      "D state",
      "state D",
    ]],
    distractors: [["restic", "backup"], ["CPU is overloaded", "too many render jobs", "CPU-bound"]],
    target: [["lark-render-02"]],
    severity: ["critical", "warning"],
    abstain: false,
  },
  answers: {
    shipped: [
      says(
        "high",
        "D6 D4 D3 H2",
        'Processes hang on a file server: "nfs: server assets.larkfield.example not responding, still trying" since 10:12:02. The processor is 95 % idle, 70 processes wait in state D (blender, rsync).',
        "The load of lark-render-02 comes from processes that wait for the NFS server assets.larkfield.example, not from work.",
        [
          "Look at assets.larkfield.example and the network to it",
          "Do not restart lark-render-02 before that: the processes go on when the server answers",
        ],
        { severity: "critical" },
      ),
      says(
        "high",
        "D6 D3 D4",
        "The NFS server assets.larkfield.example does not answer, so processes wait in state D and count as load.",
        "lark-render-02: high load without CPU use, because /mnt/assets hangs.",
        ["Check the file server", "See whether other hosts have the same mount"],
        { severity: "critical" },
      ),
      says(
        "high",
        "H2 D6 D3",
        "NFS mount /mnt/assets: server not responding since 10:12; 70 blocked processes.",
        "lark-render-02 waits for its NFS server.",
        ["Repair or restart the server assets.larkfield.example"],
        { severity: "warning" },
      ),
    ],
    short: [
      says(
        "high",
        "D1",
        "Too many render jobs: 72 blender processes overload 8 cores",
        "lark-render-02 has too many render jobs.",
        ["Limit parallel jobs", "Add CPU cores"],
        { severity: "critical" },
      ),
      says(
        "high",
        "D6",
        "NFS server assets.larkfield.example isn't responding; processes hang in D state",
        "NFS hangs on lark-render-02.",
        ["umount -f -l /mnt/assets", "reboot"],
        { severity: "critical" },
      ),
      says(
        "high",
        "D4",
        "The restic-backup process runs for two days and causes high I/O",
        "Backup overloads lark-render-02.",
        ["kill 39011"],
        { severity: "critical" },
      ),
    ],
    blind: blind(
      "the 15 min load of lark-render-02 is 61.84 on 8 cores",
      "more work than the processor can do, or processes that wait for a disk",
      "See which processes run and which wait on lark-render-02",
    ),
  },
};

/** A process that grows until the machine swaps. */
const memoryLeak: DemoCase = {
  id: "host-memory-swap",
  notice: {
    at: "2026-10-18T19:20:44Z",
    fields: {
      WHAT: "SERVICE",
      NOTIFICATIONTYPE: "PROBLEM",
      HOSTNAME: "lark-erp-01",
      HOSTADDRESS: "192.0.2.71",
      SERVICEDESC: "Memory",
      SERVICESTATE: "WARNING",
      SERVICEOUTPUT:
        "Total virtual memory: 88.1% - 31.2 GiB of 35.4 GiB, Swap: 96.4% (warn/crit at 80.0%/90.0% used)",
      SERVICECHECKCOMMAND: "check_mk-mem_linux",
      SERVICEPROBLEMID: "88930",
      OMD_SITE: "lark",
    },
  },
  host: {
    since: "19:18:10",
    services: [["ERP report queue", "WARNING", "oldest job waits 41 min", "18:55:00"]],
    comments: [["-9 08:02:00", "jonas", "reportd 4.7 rolled out"], [
      "-4 07:45:00",
      "jonas",
      "reportd restarted, used 14 GiB again",
    ]],
    shell: {
      "Memory": `               total        used        free      shared  buff/cache   available
Mem:           31744       30112         402          96        1230        1103
Swap:           4096        3950         146
`,
      "Processes by memory": `  PID STAT   RSS %MEM     ELAPSED COMMAND
 1893 Sl   19140212 58.8  4-11:32:51 reportd
 1120 Ss    6291456 19.3 61-02:11:09 postgres
 1544 Sl    1310720  4.0 61-02:10:44 erp-server
 2250 Ss      40960  0.1 61-02:10:01 sshd
`,
      "Warnings of the kernel, last two hours":
        `2026-10-18T18:02:11+00:00 lark-erp-01 kernel: perf: interrupt took too long (3151 > 3143), lowering kernel.perf_event_max_sample_rate
`,
    },
  },
  label: {
    cause: [["reportd"], [
      "leak",
      "grows",
      "growing",
      "58.8",
      "19140212",
      "memory of reportd",
      "most memory",
      "takes",
    ]],
    distractors: [["postgres"], ["perf"]],
    target: [["lark-erp-01"]],
    severity: ["warning"],
    abstain: false,
  },
  answers: {
    shipped: [
      says(
        "high",
        "D4 D1 H4",
        'reportd holds 58.8 % of the memory after four days (RSS 19140212) and most likely leaks: it was restarted four days ago as it "used 14 GiB again", after version 4.7 had been rolled out.',
        "lark-erp-01 runs out of memory and swap, because reportd grows since version 4.7.",
        [
          "Restart reportd at a quiet time",
          "Report the growth to whoever makes reportd, or go back to the version before 4.7",
          "Set a memory limit for its unit",
        ],
        { severity: "warning" },
      ),
      says(
        "high",
        "D4 H4",
        "A leak in reportd 4.7 is likely: restarted 4 days ago for the same reason, it takes 58.8 % of the memory again.",
        "reportd uses up the memory of lark-erp-01; the report queue is slow already.",
        ["Restart reportd", "Watch its RSS over the next days"],
        { severity: "warning" },
      ),
      says(
        "medium",
        "D4 D1",
        "reportd takes most of the memory (58.8 %), swap is nearly used up (146 MB free).",
        "lark-erp-01 is short of memory because of reportd.",
        ["Find out what reportd does: a large report or a leak"],
        { severity: "warning" },
      ),
    ],
    short: [
      says(
        "high",
        "D4",
        "PostgreSQL uses too much memory: shared_buffers is set too high",
        "postgres takes the memory of lark-erp-01.",
        ["Set shared_buffers to 2GB", "Restart PostgreSQL"],
        { severity: "critical" },
      ),
      says(
        "high",
        "D4",
        "Memory leak in reportd (18.3 GiB)",
        "reportd leaks on lark-erp-01.",
        ["systemctl restart reportd"],
        { severity: "warning" },
      ),
      fenced(says(
        "high",
        "D4 H9",
        "reportd has a memory leak since 4.7",
        "I restarted reportd on lark-erp-01, memory is fine again.",
        ["Watch it"],
        { severity: "info" },
      )),
    ],
    blind: blind(
      "memory and swap of lark-erp-01 are nearly used up (96.4% of swap)",
      "a process that grows",
      "List processes by memory on lark-erp-01",
    ),
  },
};

/** A disk of a mirror died. */
const raid: DemoCase = {
  id: "host-raid-degraded",
  notice: {
    at: "2026-11-16T02:03:19Z",
    fields: {
      WHAT: "SERVICE",
      NOTIFICATIONTYPE: "PROBLEM",
      HOSTNAME: "lark-file-01",
      HOSTADDRESS: "192.0.2.81",
      SERVICEDESC: "MD Softraid md1",
      SERVICESTATE: "CRITICAL",
      SERVICEOUTPUT: "Status: active, Spare: 0, Failed: 1, Active: 1, Status: 2/1, U_",
      SERVICECHECKCOMMAND: "check_mk-md",
      SERVICEPROBLEMID: "91044",
      OMD_SITE: "lark",
    },
  },
  host: {
    since: "02:02:40",
    services: [
      ["SMART sda", "WARNING", "Reallocated sectors: 2 (since 2026-03-02 unchanged)", "-200 10:00"],
      ["Temperature disks", "OK", "34 C", "-30 10:00"],
    ],
    shell: {
      "Software RAID": `Personalities : [raid1]
md0 : active raid1 sda1[0] sdb1[1]
      1046528 blocks super 1.2 [2/2] [UU]

md1 : active raid1 sda2[0] sdb2[1](F)
      7812364288 blocks super 1.2 [2/1] [U_]
      bitmap: 4/59 pages [16KB], 65536KB chunk

unused devices: <none>
`,
      "Block devices": `NAME      SIZE TYPE  FSTYPE            MOUNTPOINT
sda       7.3T disk
|-sda1   1022M part  linux_raid_member
\`-sda2    7.3T part  linux_raid_member
  \`-md1   7.3T raid1 xfs               /srv/files
sdb       7.3T disk
|-sdb1   1022M part  linux_raid_member
\`-sdb2    7.3T part  linux_raid_member
`,
      "Warnings of the kernel, last two hours":
        `2026-11-16T02:02:31+00:00 lark-file-01 kernel: ata2.00: exception Emask 0x0 SAct 0x0 SErr 0x0 action 0x0
2026-11-16T02:02:31+00:00 lark-file-01 kernel: blk_update_request: I/O error, dev sdb, sector 15230118472 op 0x1:(WRITE)
2026-11-16T02:02:33+00:00 lark-file-01 kernel: md/raid1:md1: Disk failure on sdb2, disabling device.
2026-11-16T02:02:33+00:00 lark-file-01 kernel: md/raid1:md1: Operation continuing on 1 devices.
`,
    },
  },
  label: {
    cause: [["sdb", "sdb2"], [
      "I/O error",
      "I/O errors",
      "write errors",
      "failing",
      "failure",
      "failed",
      "faulty",
      "broken",
      "defective",
      "died",
    ]],
    distractors: [["sda is failing", "sda has failed", "replace sda"], ["md0 is degraded"]],
    target: [["lark-file-01"], ["md1"]],
    severity: ["critical", "warning"],
    abstain: false,
  },
  answers: {
    shipped: [
      says(
        "high",
        "D1 D4",
        'The disk sdb failed: "I/O error, dev sdb" at 02:02:31, then "Disk failure on sdb2, disabling device". md1 runs on sda2 alone.',
        "md1 on lark-file-01 has lost sdb2 after write errors and has no redundancy left. Data is still served.",
        [
          "See that the last backup of /srv/files is good",
          "Replace sdb (check its serial number first), then add it to md1 and md0",
          "Watch sda: it has 2 reallocated sectors since March",
        ],
        { severity: "critical" },
      ),
      says(
        "high",
        "D4 D1",
        "Write errors on sdb made the kernel take sdb2 out of md1; sda2 goes on alone.",
        "lark-file-01: md1 is degraded because the disk sdb is failing.",
        ["Replace sdb", "Check the backup before the rebuild"],
        { severity: "critical" },
      ),
      says(
        "high",
        "D1 D4",
        'md1 shows "[2/1] [U_]" and the kernel reports a disk failure on sdb2.',
        "A mirror half of md1 on lark-file-01 is lost (sdb2).",
        ["Order a disk and exchange sdb"],
        { severity: "warning" },
      ),
    ],
    short: [
      says(
        "high",
        "D1",
        "The disk sdb failed and was removed from md1",
        "sdb is broken on lark-file-01, md1 degraded.",
        ["mdadm --manage /dev/md1 --remove /dev/sdb2", "Replace the disk"],
        { severity: "critical" },
      ),
      says(
        "high",
        "H2",
        "sda is failing: reallocated sectors (SMART)",
        "The disk sda of lark-file-01 is dying and breaks md1.",
        ["Replace sda"],
        { severity: "critical" },
      ),
      says(
        "high",
        "D4",
        "A bad SATA cable of sdb causes I/O errors, md1 is degraded",
        "md1 on lark-file-01 lost sdb2.",
        ["Replace the cable", "mdadm --re-add /dev/md1 /dev/sdb2"],
        { severity: "critical" },
      ),
    ],
    blind: blind(
      "md1 on lark-file-01 is degraded, one of two devices failed",
      "a disk that failed",
      "Look at the kernel's messages about the disks of md1",
    ),
  },
};

/** A machine that lost its time servers when a firewall rule changed. */
const clock: DemoCase = {
  id: "host-ntp-unreachable",
  notice: {
    at: "2026-09-30T09:05:51Z",
    fields: {
      WHAT: "SERVICE",
      NOTIFICATIONTYPE: "PROBLEM",
      HOSTNAME: "lark-db-02",
      HOSTADDRESS: "192.0.2.52",
      SERVICEDESC: "NTP Time",
      SERVICESTATE: "CRITICAL",
      SERVICEOUTPUT:
        "Offset: 4216.31 ms (warn/crit at 200.00 ms/500.00 ms), Stratum: 0, Time since last sync: 20 hours 31 minutes",
      SERVICECHECKCOMMAND: "check_mk-chrony",
      SERVICEPROBLEMID: "87990",
      OMD_SITE: "lark",
    },
  },
  host: {
    since: "08:58:00",
    services: [
      [
        "PostgreSQL replication",
        "WARNING",
        "replay lag 3.9 s (clock of the primary differs)",
        "-1 18:10",
      ],
    ],
    comments: [[
      "-1 12:35:00",
      "noor",
      "firewall: outbound rules of the database network tightened, CHG-3108",
    ]],
    shell: {
      "State of chrony": `Reference ID    : 00000000 ()
Stratum         : 0
Ref time (UTC)  : Tue Sep 29 12:34:41 2026
System time     : 4.216310024 seconds slow of NTP time
Leap status     : Not synchronised
`,
      "Sources of chrony": `MS Name/IP address         Stratum Poll Reach LastRx Last sample
===============================================================================
^? 192.0.2.10                    0  10     0     -     +0ns[   +0ns] +/-    0ns
^? 192.0.2.11                    0  10     0     -     +0ns[   +0ns] +/-    0ns
`,
      "Settings of the clock": `Timezone=Etc/UTC
LocalRTC=no
CanNTP=yes
NTP=yes
NTPSynchronized=no
`,
      "Warnings in the log, last half hour":
        `2026-09-30T08:41:12+00:00 lark-db-02 chronyd[702]: Can't synchronise: no selectable sources
2026-09-30T08:52:40+00:00 lark-db-02 postgres[1301]: could not receive data from client: Connection reset by peer
`,
    },
  },
  label: {
    cause: [[
      "192.0.2.10",
      "time server",
      "time servers",
      "time sources",
      "NTP server",
      "NTP servers",
      "sources",
      "UDP",
    ], [
      "firewall",
      "CHG-3108",
      "outbound",
      "unreachable",
      "no answer",
      "Reach 0",
      "reach",
    ]],
    distractors: [["replication"], ["hardware clock", "RTC", "battery"]],
    target: [["lark-db-02"]],
    severity: ["warning", "critical"],
    abstain: false,
  },
  answers: {
    shipped: [
      says(
        "medium",
        "D4 D3 H4",
        'No time server answers: both sources have reach 0, the last reference is of Sep 29 12:34:41. One minute later somebody noted "outbound rules of the database network tightened, CHG-3108", so the firewall most likely drops NTP.',
        "The clock of lark-db-02 is 4.2 seconds slow, as its time servers are unreachable since a firewall change yesterday at 12:35.",
        [
          "Ask noor about CHG-3108: UDP 123 from lark-db-02 to 192.0.2.10 and 192.0.2.11",
          "Let the clock be slewed, not stepped, while PostgreSQL runs",
        ],
        { severity: "warning", gaps: ["Rules of the firewall"] },
      ),
      says(
        "medium",
        "D4 D6 H4",
        'chrony says "no selectable sources": its time servers are unreachable since the firewall change CHG-3108.',
        "lark-db-02 does not synchronise its time since yesterday 12:34, probably because of tightened outbound rules.",
        ["Open NTP to both time servers"],
        { severity: "warning" },
      ),
      says(
        "medium",
        "D3 D4 H4",
        "Both time servers 192.0.2.10 and 192.0.2.11 are unreachable (reach 0); the outbound rules were tightened at about the time of the last sample.",
        "The clock of lark-db-02 drifts without time servers.",
        ["Check the path to the time servers"],
        { severity: "critical" },
      ),
    ],
    short: [
      says(
        "high",
        "D3",
        "The hardware clock battery (RTC) is empty",
        "Clock of lark-db-02 drifts due to a dead CMOS battery.",
        ["Replace the battery"],
        { severity: "critical" },
      ),
      says(
        "high",
        "D4",
        "NTP servers 192.0.2.10 and 192.0.2.11 are unreachable",
        "lark-db-02 can't reach its NTP servers.",
        ["chronyc makestep", "Use pool.ntp.org"],
        { severity: "critical" },
      ),
      says(
        "high",
        "H2",
        "PostgreSQL replication lag affects time synchronisation",
        "Replication problem on lark-db-02.",
        ["Rebuild the replica"],
        { severity: "critical" },
      ),
    ],
    blind: blind(
      "the clock of lark-db-02 is off by 4216.31 ms and not synchronised for 20 hours",
      "time servers that cannot be reached",
      "Look at the sources of chrony on lark-db-02",
    ),
  },
};

/** Over before anybody looks. */
const recovered: DemoCase = {
  id: "host-recovered",
  notice: {
    at: "2026-10-31T06:44:02Z",
    fields: {
      WHAT: "SERVICE",
      NOTIFICATIONTYPE: "RECOVERY",
      HOSTNAME: "lark-app-07",
      HOSTADDRESS: "192.0.2.47",
      SERVICEDESC: "CPU utilization",
      SERVICESTATE: "OK",
      PREVIOUSSERVICEHARDSTATE: "WARNING",
      SERVICEOUTPUT: "Total CPU: 12.40%",
      SERVICECHECKCOMMAND: "check_mk-kernel_util",
      OMD_SITE: "lark",
    },
  },
  host: {
    since: "06:43:20",
    services: [["APT Updates", "WARNING", "4 normal updates", "-1 06:30"]],
    shell: {
      "Uptime and load": " 06:44:04 up 33 days, 20:15,  0 users,  load average: 0.92, 2.80, 3.12\n",
      "Load and pressure": `0.92 2.80 3.12 1/402 31822
some avg10=0.00 avg60=1.04 avg300=6.20 total=912341
some avg10=0.00 avg60=0.00 avg300=0.01 total=1203110
some avg10=0.00 avg60=0.00 avg300=0.00 total=0
`,
      "Processes by processor time": `  PID STAT %CPU %MEM     ELAPSED COMMAND
  901 Ssl   6.1  4.4 33-20:14:40 checkout
 1102 Ssl   2.0  1.2 33-20:14:31 catalog
`,
    },
  },
  label: {
    cause: [],
    distractors: [["checkout"], ["updates"]],
    target: [["lark-app-07"]],
    severity: ["none", "info"],
    abstain: true,
    note: "A recovery. What it was about cannot be told any more, and need not.",
  },
  answers: {
    shipped: [
      abstains(
        "Resolved: the CPU use of lark-app-07 is OK again (12.40%). What had caused the warning is not in the context.",
        ["Nothing to do now; look at the last hours if it comes back"],
        { severity: "none" },
      ),
      abstains(
        "lark-app-07 has recovered by itself, CPU utilization is OK since 06:43:20.",
        ["Nothing for now"],
        { severity: "info", gaps: ["What ran before 06:43"] },
      ),
      abstains(
        "This is a recovery of lark-app-07, not an issue.",
        ["Nothing"],
        { severity: "none" },
      ),
    ],
    short: [
      says(
        "high",
        "D4",
        "The process checkout used too much CPU",
        "High CPU on lark-app-07 caused by checkout.",
        ["Scale checkout"],
        { severity: "warning" },
      ),
      abstains("CPU on lark-app-07 is OK again.", ["No action"], { severity: "none" }),
      says(
        "high",
        "",
        "Unattended updates ran and used the CPU",
        "apt updates caused load on lark-app-07.",
        ["Install the 4 updates at night"],
        { severity: "info" },
      ),
    ],
    blind: [
      abstains("CPU utilization of lark-app-07 has recovered. There is nothing to find out.", [
        "Nothing to do",
      ], { severity: "none" }),
      abstains("lark-app-07 is OK again; no context came with the recovery.", ["Nothing"], {
        severity: "none",
        gaps: ["No context"],
      }),
      abstains("A recovery: the CPU use of lark-app-07 is at 12.40%.", ["Nothing to do"], {
        severity: "info",
      }),
    ],
  },
};

/** Announced work that takes longer than the battery lasts. */
const upsBattery: DemoCase = {
  id: "host-ups-battery",
  notice: {
    at: "2026-11-11T23:58:40Z",
    fields: {
      WHAT: "SERVICE",
      NOTIFICATIONTYPE: "PROBLEM",
      HOSTNAME: "lark-power-01",
      HOSTADDRESS: "192.0.2.5",
      SERVICEDESC: "UPS rack B4",
      SERVICESTATE: "CRITICAL",
      SERVICEOUTPUT: "On battery: yes, input voltage: 0 V, battery: 64%, runtime left: 11 min",
      SERVICEPERFDATA: "battery=64%;50;25 runtime=660s;900;600 input=0V",
      SERVICECHECKCOMMAND: "check_mk-apc_ups",
      SERVICEPROBLEMID: "90811",
      OMD_SITE: "lark",
    },
  },
  host: {
    since: "23:51:02",
    services: [
      ["UPS self test", "WARNING", "last self test: 2026-05-02 (passed)", "-40 09:00"],
      ["Temperature rack B4", "OK", "24 C", "-90 09:00"],
    ],
    comments: [[
      "-2 15:10:00",
      "electrical",
      "Inspection of the sub-distribution of room B on Wednesday from 23:50, about 30 min without mains for racks B3 and B4, generator stays on rack B1 only",
    ]],
    shell: "http://lark-power-01:22 cannot be reached",
  },
  label: {
    cause: [["inspection", "sub-distribution", "electrical work", "planned", "announced"], [
      "mains",
      "power",
      "input voltage",
    ]],
    distractors: [["self test", "battery is worn", "old battery"], ["temperature"]],
    target: [["lark-power-01"], ["B4"]],
    severity: ["critical", "warning"],
    abstain: false,
    note: "11 minutes are left, the work takes about 30: planned, and still critical.",
  },
  answers: {
    shipped: [
      says(
        "high",
        "H6 H4",
        'The mains are off for announced work: "Inspection of the sub-distribution of room B on Wednesday from 23:50, about 30 min without mains for racks B3 and B4". The input voltage is 0 V since then.',
        "Rack B4 behind lark-power-01 runs on battery because of the announced inspection, but the battery lasts 11 min and the work about 30.",
        [
          "Call electrical: can the mains come back in time",
          "Shut down what is in rack B4 in an orderly way before 11 minutes are over",
        ],
        { severity: "critical", gaps: ["Diagnostics of lark-power-01: no SSH"] },
      ),
      says(
        "high",
        "H4 H6",
        "Planned electrical work on the sub-distribution of room B took the mains from rack B4.",
        "The UPS of rack B4 (lark-power-01) is on battery during planned work; it will not last for the 30 minutes that were announced.",
        ["Decide now whether to shut rack B4 down"],
        { severity: "critical" },
      ),
      says(
        "high",
        "H4 H6",
        'The power for racks B3 and B4 was taken away for announced work ("about 30 min without mains"), and "runtime left: 11 min".',
        "Rack B4 at lark-power-01 loses power in 11 min, long before the announced work ends.",
        ["Shut down rack B4 in order, or get the mains back"],
        { severity: "critical" },
      ),
    ],
    short: [
      says(
        "high",
        "H6",
        "Power outage in the data center",
        "Mains power failed at lark-power-01, rack B4 on battery.",
        ["Call the power company", "Start the generator"],
        { severity: "critical" },
      ),
      says(
        "high",
        "H2",
        "The battery is worn: the last self test was in May",
        "Old UPS battery in rack B4 (lark-power-01).",
        ["Replace the battery", "Run a self test"],
        { severity: "critical" },
      ),
      says(
        "high",
        "H4",
        "Planned inspection of the sub-distribution, mains are off for 30 minutes",
        "Planned work on lark-power-01, rack B4. No action needed.",
        ["Wait until 00:20"],
        { severity: "info" },
      ),
    ],
    blind: blind(
      "the UPS of rack B4 at lark-power-01 is on battery with 11 min left",
      "a loss of mains power",
      "Find out whether the mains are off elsewhere too",
    ),
  },
};

/** Disks, memory, processors, clocks and power of hosts. */
export const HOST_RESOURCES: readonly DemoCase[] = [
  logRotation,
  inodes,
  loadNfs,
  memoryLeak,
  raid,
  clock,
  recovered,
  upsBattery,
];
