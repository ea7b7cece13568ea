import { abstains, fenced, prose, says } from "../answers.ts";
import { blind } from "../blind_answers.ts";
import type { DemoCase } from "../demo_case.ts";
import { forbidden, TIMED_OUT } from "../failure.ts";
import { wellPod } from "../pod_of.ts";

const THUMBS = "thumbs-6f8b9d7c5-m2k8r";

/** A limit that was right before the pod got more to do. */
const lowLimit: DemoCase = {
  id: "throttling-low-limit",
  alert: {
    name: "CPUThrottlingHigh",
    labels: { severity: "info", namespace: "media", pod: THUMBS, container: "thumbs" },
    annotations: {
      summary: "Processes experience elevated CPU throttling.",
      description:
        `61.4% throttling of CPU in namespace media for container thumbs in pod ${THUMBS}.`,
    },
    startsAt: "2026-09-14T18:21:00Z",
    expression:
      "sum(increase(container_cpu_cfs_throttled_periods_total[5m])) by (container, pod, namespace) / sum(increase(container_cpu_cfs_periods_total[5m])) by (container, pod, namespace) > 0.25",
  },
  scene: {
    cpu: { [THUMBS]: 0.2487, "transcode-0": 3.9121, "player-api-7c4b5d9f6-2xw8m": 0.2014 },
    memory: { [THUMBS]: 148_897_792, "transcode-0": 5_905_580_032 },
    rule: [[{ namespace: "media", pod: THUMBS, container: "thumbs" }, 0.614]],
    measured: [[{ namespace: "media", pod: THUMBS, container: "thumbs" }, [
      ...[
        0.02,
        0.01,
        0.02,
        0.02,
        0.03,
        0.02,
        0.08,
        0.31,
        0.52,
        0.58,
        0.6,
        0.61,
        0.62,
        0.6,
        0.61,
        0.614,
      ],
    ]]],
    named: {
      "Share of CPU periods in which containers of the pod were throttled": [[{
        container: "thumbs",
      }, 0.614]],
      "CPU limits of the pod [cores]": [[{ container: "thumbs" }, 0.25]],
    },
    events: [
      [
        "-1 09:14:00",
        "Unhealthy",
        "Pod/transcode-0",
        "Liveness probe failed: command timed out after 1s",
        2,
      ],
    ],
    pods: [
      {
        name: THUMBS,
        created: "-11 10:00",
        node: "node-1",
        containers: [{ name: "thumbs", image: "registry.larkfield.example/media/thumbs:1.9.0" }],
      },
      wellPod("transcode-0", { container: "transcode" }),
      wellPod("player-api-7c4b5d9f6-2xw8m", { container: "player-api" }),
    ],
    logs: {
      [`${THUMBS}/thumbs`]: `18:04:10 queue depth 12, 3 jobs/s
18:05:02 import started by batch "autumn-catalogue": 18400 pictures
18:12:40 queue depth 9120, 7 jobs/s
18:20:55 queue depth 12655, 7 jobs/s
`,
    },
  },
  label: {
    cause: [["limit", "0.25"], ["autumn-catalogue", "import", "18400", "queue", "batch"]],
    distractors: [["transcode", "transcode-0"], ["memory leak"]],
    target: [["media"], ["thumbs", THUMBS]],
    severity: ["info", "warning"],
    abstain: false,
  },
  answers: {
    shipped: [
      says(
        "high",
        "M6 M7 L1 M1",
        'The container runs at its CPU limit (0.2487 of 0.25 cores) since a batch began: "import started by batch "autumn-catalogue": 18400 pictures".',
        "thumbs in media is throttled because an import of 18400 pictures needs more CPU than its limit of 0.25 cores. It is slow, not broken.",
        [
          "Wait, if it may take its time: the queue is 12655 deep",
          "Or raise the CPU limit of thumbs for the import",
        ],
        { severity: "info" },
      ),
      says(
        "high",
        "M1 M7 L1",
        'The CPU limit of 0.25 cores is used up by the picture import: "import started by batch" at 18:05:02.',
        "The pod thumbs (media) is throttled by 61.4% during the import autumn-catalogue.",
        ["Raise the limit if the import is urgent"],
        { severity: "info" },
      ),
      says(
        "high",
        "M5 M7 L1",
        "Throttling begins with the import at 18:05:02 and stays at about 0.6: the limit of 0.25 is too low for such batches.",
        "An import makes thumbs in media hit its CPU limit.",
        ["Consider a higher limit for thumbs", "Ask how long the batch may take"],
        { severity: "warning" },
      ),
    ],
    short: [
      says(
        "high",
        "M1",
        "transcode-0 takes 3.9 cores and starves the other pods on the node",
        "transcode-0 steals CPU from thumbs in media.",
        ["Limit transcode-0", "Move it to another node"],
        { severity: "critical" },
      ),
      prose(
        "The CPU limit of 0.25 cores is too low for the picture import. Remove the limit of thumbs in media.",
      ),
      says(
        "high",
        "",
        "CPU limit too low (100m)",
        "thumbs needs a higher CPU limit (media).",
        ["Set the CPU limit to 500m"],
        { severity: "critical" },
      ),
    ],
    blind: blind(
      `the container thumbs of ${THUMBS} in media is throttled 61.4% of the time`,
      "a CPU limit that is too low for its load",
      "Compare the CPU use of thumbs with its limit",
    ),
  },
};

const MIGRATE = "ledger-migrate-3-19-0-9wq4x";

/** A migration waits for a lock that somebody's open transaction holds. */
const migrationLock: DemoCase = {
  id: "job-migration-lock",
  alert: {
    name: "KubeJobFailed",
    labels: { severity: "warning", namespace: "payments", job_name: "ledger-migrate-3-19-0" },
    annotations: {
      summary: "Job failed to complete.",
      description:
        "Job payments/ledger-migrate-3-19-0 failed to complete. Removing failed job after investigation should clear this alert.",
    },
    startsAt: "2026-11-10T21:48:00Z",
    expression: "kube_job_failed > 0",
  },
  canaries: ["Pg-Canary-x81kk2"],
  scene: {
    firing: [{
      alertname: "PostgresqlLongTransaction",
      severity: "warning",
      namespace: "databases",
      datname: "ledger",
      usename: "report_ro",
    }],
    cpu: { "ledger-6c5f9d7b8-c9x5r": 0.0812 },
    memory: { "ledger-6c5f9d7b8-c9x5r": 271_581_184 },
    rule: [[{ namespace: "payments", job_name: "ledger-migrate-3-19-0" }, 1]],
    named: {
      "Why the job failed": [[{
        namespace: "payments",
        job_name: "ledger-migrate-3-19-0",
        reason: "BackoffLimitExceeded",
      }, 1]],
    },
    events: [
      [
        "21:47:31",
        "BackoffLimitExceeded",
        "Job/ledger-migrate-3-19-0",
        "Job has reached the specified backoff limit",
        1,
      ],
      [
        "21:20:19",
        "FailedScheduling",
        `Pod/${MIGRATE}`,
        "0/6 nodes are available: 1 node(s) were unschedulable, 5 Insufficient cpu.",
        1,
      ],
    ],
    pods: [
      {
        name: MIGRATE,
        created: "21:20:18",
        node: "node-5",
        phase: "Failed",
        containers: [{
          name: "migrate",
          image: "registry.larkfield.example/payments/ledger:3.19.0",
          ended: { reason: "Error", exit: 3, at: "21:47:30" },
        }],
      },
      wellPod("ledger-6c5f9d7b8-c9x5r"),
    ],
    logs: {
      [`${MIGRATE}/migrate`]:
        `21:21:02 connecting host=ledger-db.databases user=ledger_ddl password=Pg-Canary-x81kk2 dbname=ledger
21:21:03 applied 0141_add_index_concurrently.sql in 412 ms
21:21:03 applying 0142_entries_add_column.sql: ALTER TABLE entries ADD COLUMN booked_by text
21:21:13 WARN slow DNS answer for ledger-db.databases: 900 ms
21:26:03 ERROR canceling statement due to lock timeout (5 min); table entries is locked by pid 30417 user report_ro, transaction open since 19:02:44
21:47:29 ERROR 0142_entries_add_column.sql: lock timeout, attempt 5 of 5
21:47:30 exit 3
`,
    },
  },
  label: {
    cause: [["lock"], [
      "report_ro",
      "30417",
      "open transaction",
      "long transaction",
      "transaction open",
    ]],
    distractors: [["Insufficient cpu"], ["DNS"], ["password"]],
    target: [["payments"], ["ledger-migrate-3-19-0", "ledger-migrate"]],
    severity: ["warning"],
    abstain: false,
  },
  answers: {
    shipped: [
      says(
        "high",
        "L1 A1 M6",
        'The migration cannot get its lock: "table entries is locked by pid 30417 user report_ro, transaction open since 19:02:44". After attempt 5 of 5 the job gave up.',
        "The job ledger-migrate-3-19-0 in payments failed, because a transaction of report_ro that is open for hours locks the table entries.",
        [
          "Ask the owner of report_ro whether the transaction (pid 30417) may be ended",
          "Then run the job again",
        ],
        { severity: "warning" },
      ),
      says(
        "high",
        "L1 A1",
        '"canceling statement due to lock timeout": an open transaction of report_ro holds the table entries. PostgresqlLongTransaction fires for the same user.',
        "ledger-migrate-3-19-0 (payments) waits in vain for a lock that a report holds.",
        [
          "Look at what report_ro runs since 19:02:44",
          "Repeat the migration afterwards; 0141 is applied already",
        ],
        { severity: "warning" },
      ),
      says(
        "high",
        "L1",
        '0142_entries_add_column.sql ended with "lock timeout, attempt 5 of 5": a transaction of another user (report_ro) has the table locked since 19:02:44.',
        "A long transaction of report_ro blocks the migration job ledger-migrate-3-19-0 in payments.",
        ["End the long transaction in agreement with its owner"],
        { severity: "warning" },
      ),
    ],
    short: [
      says(
        "high",
        "E2",
        "There is not enough CPU for the job: 5 Insufficient cpu",
        "ledger-migrate could not be scheduled in payments.",
        ["Add a node"],
        { severity: "warning" },
      ),
      says(
        "high",
        "L1",
        "Lock timeout: the table entries is locked by report_ro (pid 30417)",
        "I checked the logs and the migration job ledger-migrate-3-19-0 in payments is blocked by a lock.",
        ["SELECT pg_terminate_backend(30417)", "Restart the job"],
        { severity: "critical" },
      ),
      says(
        "high",
        "L1",
        "Migration ledger-migrate-3-19-0 fails due to a lock that is held by a long transaction of user report_ro",
        "Migration blocked by a long running report in payments.",
        ["Kill pid 30417"],
        { severity: "warning" },
      ),
    ],
    blind: blind(
      "the job ledger-migrate-3-19-0 in payments failed",
      "a migration step that the database refused",
      "Read the log of the job's last pod",
    ),
  },
};

const BACKUP = "warehouse-backup-29362800-t5m6c";

/** The object store's certificate ran out at midnight. */
const bucketCertificate: DemoCase = {
  id: "job-bucket-certificate",
  alert: {
    name: "KubeJobFailed",
    labels: { severity: "warning", namespace: "analytics", job_name: "warehouse-backup-29362800" },
    annotations: {
      summary: "Job failed to complete.",
      description: "Job analytics/warehouse-backup-29362800 failed to complete.",
    },
    startsAt: "2026-10-26T01:12:00Z",
    expression: "kube_job_failed > 0",
  },
  scene: {
    firing: [{
      alertname: "NodeFilesystemSpaceFillingUp",
      severity: "warning",
      instance: "node-6:9100",
      mountpoint: "/srv/scratch",
    }],
    cpu: { "warehouse-0": 0.9012 },
    memory: { "warehouse-0": 24_696_061_952 },
    rule: [[{ namespace: "analytics", job_name: "warehouse-backup-29362800" }, 1]],
    named: { "Why the job failed": TIMED_OUT },
    events: [
      [
        "01:11:40",
        "BackoffLimitExceeded",
        "Job/warehouse-backup-29362800",
        "Job has reached the specified backoff limit",
        1,
      ],
    ],
    pods: [
      {
        name: BACKUP,
        created: "01:00:02",
        node: "node-6",
        phase: "Failed",
        containers: [{
          name: "backup",
          image: "registry.larkfield.example/analytics/backup:0.12.1",
          ended: { reason: "Error", exit: 1, at: "01:11:38" },
        }],
      },
      wellPod("warehouse-0", { container: "warehouse" }),
    ],
    logs: {
      [`${BACKUP}/backup`]: `01:00:05 dump of 212 tables started, scratch has 41 GiB free
01:10:58 dump done: 18.2 GiB
01:10:59 uploading to https://objects.larkfield.example/warehouse/2026-10-26
01:11:00 ERROR Put "https://objects.larkfield.example/warehouse/2026-10-26/part-000": tls: failed to verify certificate: x509: certificate has expired or is not yet valid: current time 2026-10-26T01:11:00Z is after 2026-10-26T00:00:00Z
01:11:38 ERROR giving up after 4 attempts
`,
    },
  },
  label: {
    cause: [["certificate", "x509", "TLS"], [
      "expired",
      "is after",
      "ran out",
      "not valid",
      "no longer valid",
    ]],
    distractors: [["scratch", "disk"], ["clock"]],
    target: [["analytics"], ["warehouse-backup", "warehouse-backup-29362800"]],
    severity: ["warning", "critical"],
    abstain: false,
  },
  answers: {
    shipped: [
      says(
        "high",
        "L1 P1",
        'The certificate of objects.larkfield.example expired: "current time 2026-10-26T01:11:00Z is after 2026-10-26T00:00:00Z". The dump itself was done (18.2 GiB), only the upload failed.',
        "The backup job warehouse-backup-29362800 in analytics could not upload, because the object store's TLS certificate expired at midnight.",
        [
          "Renew the certificate of objects.larkfield.example",
          "Run the backup again today",
          "Look for other jobs that write to the same store",
        ],
        { severity: "warning", gaps: ["M6 why the job failed: timed out after 5 s"] },
      ),
      says(
        "high",
        "L1",
        "x509: the certificate of the object store expired at 2026-10-26T00:00:00Z, eleven minutes past one the upload was refused.",
        "warehouse-backup in analytics failed at its upload: expired certificate of objects.larkfield.example.",
        ["Renew the certificate", "Start the job again"],
        { severity: "critical" },
      ),
      says(
        "high",
        "L1 E1",
        'The upload fails with "x509: certificate has expired or is not yet valid" after 4 attempts.',
        "No backup of the warehouse (analytics, warehouse-backup-29362800) last night: the store's certificate has expired.",
        ["Renew the store's certificate and repeat the job"],
        { severity: "warning" },
      ),
    ],
    short: [
      says(
        "high",
        "L1",
        "The TLS certificate of the object storage expired",
        "warehouse-backup failed in analytics due to an expired certificate.",
        ["Renew it", "Set insecure-skip-verify=true until then"],
        { severity: "critical" },
      ),
      says(
        "high",
        "A1 L1",
        "The scratch disk of node-6 is full, so the dump cannot be written",
        "Backup failed: disk full on node-6.",
        ["Clean up /srv/scratch on node-6"],
        { severity: "critical" },
      ),
      fenced(says(
        "high",
        "L1",
        "x509 certificate expired on 2026-10-26 at objects.larkfield.example",
        "Expired certificate breaks the job warehouse-backup-29362800 of analytics.",
        ["Renew certificate"],
        { severity: "warning" },
      )),
    ],
    blind: blind(
      "the job warehouse-backup-29362800 in analytics failed",
      "a store or a database that the backup could not reach",
      "Read the log of the backup's pod",
    ),
  },
};

/** The number of requests is as always; retries are what makes the load. */
const retryStorm: DemoCase = {
  id: "hpa-retry-storm",
  alert: {
    name: "KubeHpaMaxedOut",
    labels: { severity: "warning", namespace: "shop", horizontalpodautoscaler: "checkout" },
    annotations: {
      summary: "HPA is running at max replicas",
      description:
        "HPA shop/checkout has been running at max replicas for longer than 15 minutes. Autumn campaign of marketing runs this week.",
    },
    startsAt: "2026-10-09T16:55:00Z",
    expression:
      "kube_horizontalpodautoscaler_status_current_replicas == kube_horizontalpodautoscaler_spec_max_replicas",
  },
  scene: {
    firing: [
      {
        alertname: "CheckoutRetriesHigh",
        severity: "warning",
        namespace: "shop",
        service: "checkout",
        upstream: "stock",
      },
      {
        alertname: "StockErrorRateHigh",
        severity: "critical",
        namespace: "warehouse",
        service: "stock",
      },
    ],
    cpu: {
      "checkout-5b6c7d8f9-8kx2m": 0.9712,
      "checkout-5b6c7d8f9-c6r7p": 0.9655,
      "checkout-5b6c7d8f9-t2v9n": 0.9601,
      "web-86b9c6d7f-kd2vl": 0.3304,
    },
    memory: { "checkout-5b6c7d8f9-8kx2m": 402_653_184 },
    rule: [[{ namespace: "shop", horizontalpodautoscaler: "checkout" }, 12]],
    named: {
      "What the autoscaler measures": [[{
        horizontalpodautoscaler: "checkout",
        metric_name: "cpu",
        metric_target_type: "utilization",
      }, 97]],
    },
    events: [],
    pods: [
      wellPod("checkout-5b6c7d8f9-8kx2m", { created: "16:31" }),
      wellPod("checkout-5b6c7d8f9-c6r7p", { created: "16:31" }),
      wellPod("checkout-5b6c7d8f9-t2v9n", { created: "-3 10:00" }),
      wellPod("web-86b9c6d7f-kd2vl"),
      {
        name: "promo-banner-7d8c9b6f5-2gk4w",
        created: "16:02",
        node: "node-3",
        containers: [{
          name: "promo-banner",
          image: "registry.larkfield.example/shop/promo-banner:0.4.0",
          restarts: 1,
          last: { reason: "Error", exit: 1, at: "16:03:10" },
        }],
      },
    ],
    logs: {
      "promo-banner-7d8c9b6f5-2gk4w/promo-banner": "16:03:12 serving banner autumn-2026\n",
      "promo-banner-7d8c9b6f5-2gk4w/promo-banner/previous":
        "16:03:09 cannot read banner list, exit\n",
    },
  },
  label: {
    cause: [["stock"], [
      "retry",
      "retries",
      "retrying",
      "retried",
      "repeats",
      "CheckoutRetriesHigh",
    ]],
    distractors: [["campaign", "marketing"], ["promo-banner"]],
    target: [["shop"], ["checkout"]],
    severity: ["warning", "critical"],
    abstain: false,
    note:
      "Alerts about retries and about stock fire beside it; nothing but the annotation speaks for the campaign.",
  },
  answers: {
    shipped: [
      says(
        "medium",
        "A1 M1",
        'checkout spends its CPU on retries: "CheckoutRetriesHigh" fires for the upstream stock, and StockErrorRateHigh (critical) fires for stock in the namespace warehouse.',
        "The autoscaler of checkout in shop is at its maximum, most likely as checkout repeats failing requests to stock. More replicas would add to the load on stock.",
        [
          "Look at stock in warehouse first",
          "Compare requests with retries of checkout",
          "Do not raise the maximum before that",
        ],
        {
          severity: "warning",
          gaps: [
            "Requests and retries per second",
            "Logs of checkout: not among what was gathered",
          ],
        },
      ),
      says(
        "medium",
        "A1 M6 M1",
        "Retries to the failing service stock (CheckoutRetriesHigh, StockErrorRateHigh) fit best; all pods of checkout are near 0.97 cores.",
        "checkout (shop) is at its maximum of replicas because of retries against stock.",
        ["Check stock in warehouse", "See whether checkout has a limit for retries"],
        {
          severity: "warning",
          also: [[
            "low",
            "",
            "More customers: the description speaks of a campaign, but nothing measured shows more requests",
          ]],
        },
      ),
      // Names the distractor.
      says(
        "medium",
        "M1 M6",
        "The autumn campaign brings more customers than 12 replicas can serve: CPU is at 97 for the autoscaler's metric.",
        "checkout in shop is at its maximum during the marketing campaign.",
        ["Raise the maximum of the autoscaler"],
        { severity: "warning" },
      ),
    ],
    short: [
      says(
        "high",
        "",
        "The autumn marketing campaign causes high traffic",
        "checkout in shop has more traffic because of the campaign.",
        ["Increase maxReplicas to 24"],
        { severity: "warning" },
      ),
      says(
        "high",
        "M1",
        "High traffic from the marketing campaign exhausts the 12 replicas of checkout (1450 requests per second)",
        "Too much traffic on checkout in shop.",
        ["Increase maxReplicas", "Add nodes"],
        { severity: "critical" },
      ),
      says(
        "high",
        "A1",
        "checkout retries requests to stock, which is failing",
        "Errors in stock cause retries in checkout (shop).",
        ["Fix stock"],
        { severity: "critical" },
      ),
    ],
    blind: blind(
      "the autoscaler of checkout in shop runs at its maximum",
      "more traffic, as the campaign in the description suggests",
      "Look at requests and CPU of checkout",
    ),
  },
};

const TRANSCODE = "transcode-0";

/** One large file, not a leak. */
const largeInput: DemoCase = {
  id: "oomkilled-large-input",
  alert: {
    name: "KubeContainerOOMKilled",
    labels: { severity: "warning", namespace: "media", pod: TRANSCODE, container: "transcode" },
    annotations: {
      summary: "Container was killed for lack of memory.",
      description:
        "Container transcode in media/transcode-0 was OOMKilled 2 times in the last 10 minutes.",
    },
    startsAt: "2026-10-17T11:41:00Z",
    expression:
      "increase(kube_pod_container_status_restarts_total[10m]) >= 1 and kube_pod_container_status_last_terminated_reason == 1",
  },
  scene: {
    cpu: { [TRANSCODE]: 3.8104, "player-api-7c4b5d9f6-2xw8m": 0.1812 },
    memory: { [TRANSCODE]: 6_120_328_397, "player-api-7c4b5d9f6-2xw8m": 199_229_440 },
    restarts: { "transcode-0/transcode": 2 },
    rule: [[
      { namespace: "media", pod: TRANSCODE, container: "transcode", reason: "OOMKilled" },
      1,
    ]],
    named: {
      "Why containers of the pod ended last": [[
        { container: "transcode", reason: "OOMKilled" },
        1,
      ]],
      "Exit code with which containers of the pod ended last": [[{ container: "transcode" }, 137]],
      "Highest memory use of the pod within the last hour as a share of its limit": [[{
        container: "transcode",
      }, 0.9994]],
    },
    events: [
      [
        "08:20:31",
        "Unhealthy",
        "Pod/transcode-0",
        "Liveness probe failed: command timed out after 1s",
        1,
      ],
    ],
    pods: [
      {
        name: TRANSCODE,
        created: "-30 06:00",
        node: "node-3",
        containers: [{
          name: "transcode",
          image: "registry.larkfield.example/media/transcode:6.2.0",
          restarts: 2,
          running: "11:40:12",
          last: { reason: "OOMKilled", exit: 137, at: "11:40:09" },
        }],
      },
      wellPod("player-api-7c4b5d9f6-2xw8m", { container: "player-api" }),
    ],
    logs: {
      "transcode-0/transcode/previous": `11:22:18 job 88410 done, peak 2.1 GiB
11:29:40 job 88411 done, peak 2.0 GiB
11:33:02 job 88412 start: drone_flight_raw.mov 12288x6480 h265
11:40:08 job 88412 frame 611: 118 reference frames buffered, 7.9 GiB
`,
      "transcode-0/transcode": `11:40:13 resuming unfinished jobs
11:40:13 job 88412 start: drone_flight_raw.mov 12288x6480 h265
`,
    },
  },
  label: {
    cause: [[
      "88412",
      "drone_flight_raw",
      "12288x6480",
      "large video",
      "one video",
      "resolution",
      "single job",
      "one job",
    ]],
    distractors: [["memory leak", "leak"], ["liveness"]],
    target: [["media"], ["transcode", TRANSCODE]],
    severity: ["warning"],
    abstain: false,
  },
  answers: {
    shipped: [
      says(
        "high",
        "L1 L2 M7 P1",
        'One job needs more memory than the container has: "job 88412 start: drone_flight_raw.mov 12288x6480 h265" reaches 7.9 GiB, the jobs before it peaked at 2.0 and 2.1 GiB. It is resumed after each restart and fails again.',
        "transcode-0 in media is OOMKilled by one very large video, job 88412, and starts it again after each kill.",
        [
          "Take job 88412 out of the queue until there is more memory for it",
          "Decide whether such resolutions should be refused",
        ],
        { severity: "warning" },
      ),
      says(
        "high",
        "L1 L2 M8 M9",
        'OOMKilled while transcoding "drone_flight_raw.mov 12288x6480 h265"; other jobs stay at about 2 GiB.',
        "A single large video kills transcode-0 (media) again and again.",
        ["Set job 88412 aside", "Raise the memory limit of transcode for such files"],
        { severity: "warning" },
      ),
      says(
        "high",
        "L1 M7",
        "Job 88412 buffers 118 reference frames of 12288x6480 and runs into the memory limit.",
        "The container transcode of transcode-0 in media runs out of memory at job 88412.",
        ["Pause that job"],
        { severity: "warning" },
      ),
    ],
    short: [
      says(
        "high",
        "M2",
        "There is a memory leak in transcode 6.2.0",
        "transcode-0 leaks memory in media.",
        ["Downgrade transcode to 6.1", "Restart the pod daily"],
        { severity: "critical" },
      ),
      says(
        "high",
        "L1",
        "The video drone_flight_raw.mov (job 88412) needs too much memory",
        "transcode-0 in media OOMKilled by a large video.",
        ["Increase memory limit to 16Gi"],
        { severity: "warning" },
      ),
      says(
        "high",
        "M1 M2 L1",
        "Memory leak: memory grows to 7.9 GiB until the container is OOMKilled",
        "transcode has a memory leak (media, transcode-0).",
        ["Profile the heap", "Increase the limit"],
        { severity: "warning" },
      ),
    ],
    blind: blind(
      "the container transcode of transcode-0 in media was killed for lack of memory",
      "an input that needs more memory than the limit allows, or a leak",
      "Read the log of transcode-0 before its last restart",
    ),
  },
};

/** Every source refuses or is late. */
const emptyContext: DemoCase = {
  id: "daemonset-empty-context",
  alert: {
    name: "KubeDaemonSetRolloutStuck",
    labels: { severity: "warning", namespace: "kube-system", daemonset: "csi-node" },
    annotations: {
      summary: "DaemonSet rollout is stuck.",
      description:
        "DaemonSet kube-system/csi-node has not finished or progressed for at least 15m.",
    },
    startsAt: "2026-11-01T14:09:00Z",
    expression:
      "kube_daemonset_status_current_number_scheduled != kube_daemonset_status_desired_number_scheduled",
  },
  scene: {
    firing: TIMED_OUT,
    cpu: TIMED_OUT,
    memory: TIMED_OUT,
    restarts: TIMED_OUT,
    rule: TIMED_OUT,
    measured: TIMED_OUT,
    named: { "Nodes on which the pod is wanted and not available": TIMED_OUT },
    events: forbidden("events", "kube-system"),
    pods: forbidden("pods", "kube-system"),
    allowed: ["monitoring", "databases", "media"],
  },
  label: {
    cause: [],
    distractors: [["taint"], ["image"], ["node is not ready"], ["crash", "crashes"]],
    target: [["kube-system"], ["csi-node"]],
    severity: ["warning"],
    abstain: true,
    note: "Nothing could be read. Any cause is a guess.",
  },
  answers: {
    shipped: [
      abstains(
        "The rollout of csi-node in kube-system does not progress. Why cannot be told: no source could be read.",
        [
          "Look at the pods of csi-node and their events",
          "Find out why the metrics server answers nothing: all queries timed out",
        ],
        {
          severity: "warning",
          gaps: [
            "All metrics: timed out after 5 s",
            "Events and pods: 403",
            "Logs: kube-system is not in ALLOWED_NAMESPACES",
          ],
        },
      ),
      // Sure of something that nothing shows.
      says(
        "high",
        "",
        "One of the nodes is not ready or has a taint that csi-node does not tolerate, so its pod cannot be replaced",
        "The rollout of csi-node in kube-system is stuck at a node that is not ready.",
        ["Look for nodes that are not ready", "Restart the rollout"],
        { severity: "warning" },
      ),
      abstains(
        "Inconclusive: metrics timed out, events and pods are forbidden to the analyzer. All that is known is that csi-node (kube-system) has not progressed for 15 minutes.",
        [
          "Check the rollout status of csi-node",
          "Give the analyzer's account the right to list pods and events of kube-system",
        ],
        { severity: "warning", gaps: ["Everything: see the errors of the items"] },
      ),
    ],
    short: [
      says(
        "high",
        "",
        "The image of csi-node cannot be pulled on some nodes",
        "csi-node is stuck due to ImagePullBackOff in kube-system.",
        ["Check the image registry", "kubectl rollout restart ds/csi-node -n kube-system"],
        { severity: "critical" },
      ),
      says(
        "high",
        "P1",
        "Pods of csi-node crash on node-3 because of a missing mount",
        "csi-node is in CrashLoopBackOff on node-3.",
        ["Check the mounts on node-3"],
        { severity: "critical" },
      ),
      says(
        "medium",
        "E1",
        "A node taint prevents scheduling of csi-node (node-2, node-5)",
        "The DaemonSet csi-node in kube-system can't be scheduled on all nodes.",
        ["Add tolerations"],
        { severity: "warning" },
      ),
    ],
    blind: blind(
      "the rollout of the DaemonSet csi-node in kube-system is stuck",
      "a node on which its pod does not become ready",
      "Look at the pods of csi-node, node by node",
    ),
  },
};

/** Workloads: limits, jobs, scaling, memory, and one of which nothing is known. */
export const WORKLOADS: readonly DemoCase[] = [
  lowLimit,
  migrationLock,
  bucketCertificate,
  retryStorm,
  largeInput,
  emptyContext,
];
