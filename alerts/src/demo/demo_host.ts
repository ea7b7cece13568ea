/**
 * A host with a fault: dumps of a database fill its disk, because the job that removes old ones
 * fails.
 *
 * @module
 */

import { MINUTE, SECOND } from "../../../src/time.ts";
import type { Analysis } from "../llm/analysis.ts";
import type { FirstOf } from "./canned_answer.ts";
import type { StandInHost } from "./hostmon_stand_in.ts";

/** Name of the host. */
export const DEMO_HOST = "db1";

/** What the check said. */
export const DEMO_OUTPUT = "CRIT - 97.1% used (1.94 of 2.00 TB, warn/crit at 80.00%/90.00%)";

/** What the host's log holds. No secret in it is a real one. */
export const DEMO_JOURNAL =
  `2026-11-21T02:00:03+0000 db1 dump[4711]: starts: postgres://backup:Tr0ub4dor-3xample@localhost/photos
2026-11-21T02:00:04+0000 db1 prune[4712]: cannot log in to the archive: password=c0rrect-h0rse refused
2026-11-21T02:00:04+0000 db1 prune[4712]: old dumps stay in /data/dumps (31 files, 1.6 TB)
2026-11-21T02:00:05+0000 db1 prune[4712]: tell ada.lovelace@example.org
2026-11-21T02:00:05+0000 db1 systemd[1]: prune-dumps.service: Main process exited, status=1/FAILURE
`;

/** What the commands say on the host. */
export const DEMO_OUTPUTS: Readonly<Record<string, string>> = {
  "df -hPTl": `Filesystem     Type   Size  Used Avail Use% Mounted on
/dev/sda2      ext4    40G   12G   26G  32% /
/dev/sdb1      xfs    2.0T  2.0T   60G  97% /data
`,
  "df -iPl": `Filesystem        Inodes  IUsed     IFree IUse% Mounted on
/dev/sdb1      214748352  31204 214717148    1% /data
`,
  "lsblk -o NAME,SIZE,TYPE,FSTYPE,MOUNTPOINT": `NAME   SIZE TYPE FSTYPE MOUNTPOINT
sda     40G disk
└─sda2  40G part ext4   /
sdb    2.0T disk
└─sdb1 2.0T part xfs    /data
`,
  "cat /proc/loadavg /proc/pressure/cpu /proc/pressure/io /proc/pressure/memory":
    `0.42 0.38 0.35 1/312 4713
some avg10=0.00 avg60=0.00 avg300=0.00 total=81
some avg10=1.20 avg60=0.80 avg300=0.41 total=9120
full avg10=0.90 avg60=0.60 avg300=0.31 total=7033
some avg10=0.00 avg60=0.00 avg300=0.00 total=0
`,
  "journalctl --dmesg --no-pager --output=short-iso --priority=warning --since=-2h --lines=100":
    "-- No entries --\n",
  "journalctl --no-pager --output=short-iso --priority=warning --since=-30min --lines=100":
    DEMO_JOURNAL,
};

/**
 * What the monitoring site knows of the host at a moment.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { demoSite } from "./demo_host.ts";
 *
 * assert.equal(demoSite(Date.now())["db1"]?.services?.length, 3);
 * ```
 */
export function demoSite(now: number): Readonly<Record<string, StandInHost>> {
  const before = (minutes: number) => Math.floor((now - minutes * MINUTE) / SECOND);
  const service = (description: string, state: number, plugin_output: string, minutes: number) => ({
    description,
    state,
    plugin_output,
    last_state_change: before(minutes),
    acknowledged: 0,
    scheduled_downtime_depth: 0,
  });
  return {
    [DEMO_HOST]: {
      columns: {
        state: 0,
        plugin_output: "OK - 127.0.0.1: rta 0.041ms, lost 0%",
        last_state_change: before(40_000),
      },
      services: [
        service("Filesystem /data", 2, DEMO_OUTPUT, 10),
        service("Systemd Service Summary", 2, "1 failed service (prune-dumps)", 28),
        service("CPU load", 0, "OK - 15 min load 0.35", 40_000),
      ],
    },
  };
}

/**
 * The notification, as the script posts it.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { demoNotification } from "./demo_host.ts";
 *
 * assert.equal(demoNotification(Date.now())["WHAT"], "SERVICE");
 * ```
 */
export function demoNotification(now: number): Readonly<Record<string, string>> {
  return {
    WHAT: "SERVICE",
    NOTIFICATIONTYPE: "PROBLEM",
    HOSTNAME: DEMO_HOST,
    HOSTADDRESS: "127.0.0.1",
    HOSTSTATE: "UP",
    SERVICEDESC: "Filesystem /data",
    SERVICESTATE: "CRITICAL",
    PREVIOUSSERVICEHARDSTATE: "WARNING",
    SERVICECHECKCOMMAND: "check_mk-df",
    SERVICEOUTPUT: DEMO_OUTPUT,
    SERVICEPROBLEMID: "4711",
    SERVICEURL: "/check_mk/index.py?start_url=view.py%3Fview_name%3Dservice%26host%3Ddb1",
    OMD_SITE: "main",
    MICROTIME: `${now - 10 * MINUTE}000`,
  };
}

/**
 * What a good model would say of it.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { demoHostAnalysis } from "./demo_host.ts";
 *
 * assert.equal(demoHostAnalysis(() => []).hypotheses.length, 1);
 * ```
 */
export function demoHostAnalysis(firstOf: FirstOf): Analysis {
  return {
    not_read: ["Which of the dumps may go"],
    hypotheses: [{
      evidence: ["D6", ...firstOf("D"), "H2"],
      cause: "prune-dumps.service cannot log in to the archive, so old dumps stay in /data/dumps " +
        "(31 files, 1.6 TB)",
      confidence: "high",
    }],
    inconclusive: false,
    severity: "critical",
    next_steps: [
      "systemctl status prune-dumps.service on db1",
      "Renew its password for the archive, then start it",
    ],
    summary: "/data of db1 is 97 % full: old dumps are not removed since the job for it fails.",
  };
}
