/**
 * Synthetic incidents of databases, queues and networks, in the form of monitoring services: metrics
 * by names in one word, statistics as points, prose that says the same in words. They stand for
 * benchmarks that the importer and the checks were not made for.
 *
 * @module
 */

import type { ImportedCase } from "../../../replay/import/import_cases.ts";

const TIME = Date.parse("2026-03-04T10:30:00Z");

interface Told {
  readonly id: string;
  readonly title: string;
  readonly target: string;
  readonly found: Readonly<Record<string, unknown>>;
  readonly cause: ImportedCase["label"]["cause"];
  readonly gold: { readonly cause: string; readonly evidence: string[]; readonly step: string };
}

/** Points of a metric, five minutes apart. */
const metric = (name: string, unit: string, values: number[]) => ({
  MetricName: name,
  Unit: unit,
  Datapoints: values.map((Average, at) => ({
    Timestamp: new Date(TIME - (values.length - at) * 300_000).toISOString(),
    Average,
  })),
});

const TOLD: readonly Told[] = [
  {
    id: "storage",
    title: "DatabaseStorageLow",
    target: "ledger-db",
    found: {
      cloud_metrics: {
        DBInstanceIdentifier: "ledger-db",
        metrics: [
          metric("FreeStorageSpace", "Bytes", [42949672960, 21474836480, 5368709120, 209715200]),
          metric("WriteLatency", "Seconds", [0.002, 0.003, 0.021, 0.84]),
          metric("CPUUtilization", "Percent", [23.1, 24.4, 23.8, 22.9]),
        ],
      },
      db_events: [{
        SourceIdentifier: "ledger-db",
        EventCategories: ["low storage"],
        Message:
          "The free storage capacity for DB Instance ledger-db is low at 0% of the allocated",
      }],
      parameters: { allocated_storage_gib: 100, max_allocated_storage_gib: 100 },
    },
    cause: [["out of disk space", "storage exhausted", "storage full"]],
    gold: {
      cause:
        "The storage of ledger-db is exhausted: its free storage space fell from 40 GiB to 200 MiB " +
        "within 15 minutes and autoscaling cannot grow it, since the maximum equals the 100 GiB " +
        "that are allocated. Write latency rose to 840 ms while CPU utilization stayed near 23 %.",
      evidence: ["cloud_metrics", "db_events", "parameters"],
      step: "Raise the allocated storage of ledger-db",
    },
  },
  {
    id: "connections",
    title: "DatabaseConnectionsHigh",
    target: "orders-db",
    found: {
      cloud_metrics: {
        DBInstanceIdentifier: "orders-db",
        metrics: [
          metric("DatabaseConnections", "Count", [118, 240, 398, 400]),
          metric("FreeableMemory", "Bytes", [8589934592, 8482560409, 8375186227, 8267812044]),
        ],
      },
      db_log: [
        "2026-03-04 10:24:11 UTC FATAL: remaining connection slots are reserved for superusers",
        "2026-03-04 10:24:12 UTC FATAL: sorry, too many clients already",
      ],
      top_sessions: [{ application_name: "invoice-batch", state: "idle", session_count: 362 }],
    },
    cause: [["too many connections", "connections exhausted"]],
    gold: {
      cause:
        "invoice-batch leaks connections: it holds 362 idle sessions, so that the number of database " +
        "connections of orders-db climbed to its maximum of 400 and new clients are refused. " +
        "Freeable memory is steady at about 8 GiB.",
      evidence: ["cloud_metrics", "db_log", "top_sessions"],
      step: "Restart invoice-batch if its sessions stay idle",
    },
  },
  {
    id: "replica",
    title: "ReplicaLagHigh",
    target: "catalog-replica",
    found: {
      cloud_metrics: {
        DBInstanceIdentifier: "catalog-replica",
        metrics: [
          metric("ReplicaLag", "Seconds", [0.4, 31, 344, 912]),
          metric("WriteIOPS", "Count/Second", [180, 2950, 3010, 2990]),
        ],
      },
      performance: {
        top_sql: [{ statement: "UPDATE prices SET amount = amount * 1.02", db_load_avg: 7.4 }],
        wait_events: [{ wait_event: "IO:DataFileWrite", db_load_share_percent: 71.5 }],
      },
    },
    cause: [["replication lag", "replica behind"]],
    gold: {
      cause:
        "catalog-replica lags 912 seconds behind its primary because a bulk update of prices " +
        "generates more writes than it can replay: write IOPS went from 180 to about 3000, and " +
        "71.5 % of the load waits for data file writes.",
      evidence: ["cloud_metrics", "performance"],
      step: "Look at the update of prices before more of it is sent to catalog-replica",
    },
  },
  {
    id: "queue",
    title: "QueueDepthHigh",
    target: "shipments",
    found: {
      queue_stats: {
        name: "shipments",
        messages_ready: 48210,
        messages_unacknowledged: 0,
        consumer_count: 0,
        message_stats: { publish_rate_per_second: 41.5, deliver_rate_per_second: 0 },
      },
      consumer_log: [
        "10:02:17 shipment-worker connection closed: missed heartbeats from client, timeout: 60s",
        "10:02:18 shipment-worker exited, restart policy: never",
      ],
    },
    cause: [["consumer down", "consumer stopped", "queue backlog"]],
    gold: {
      cause:
        "The only consumer of shipments is gone: shipment-worker lost its connection after missed " +
        "heartbeats and is never restarted, so the consumer count is 0 and 48210 messages are ready " +
        "while 41.5 a second are published and none is delivered.",
      evidence: ["queue_stats", "consumer_log"],
      step: "Start shipment-worker again and watch shipments drain",
    },
  },
  {
    id: "network",
    title: "PacketLoss",
    target: "edge-2",
    found: {
      interface_counters: {
        host: "edge-2",
        interface: "eth1",
        IfInErrors: 918273,
        RxCrcErrors: 918270,
        IfInUcastPkts: 30609100,
        TcpRetransSegs: 48113,
      },
      link_log: [
        "kernel: ixgbe 0000:03:00.1 eth1: NIC Link is Up 1 Gbps, Flow Control: RX/TX",
        "kernel: ixgbe 0000:03:00.1 eth1: CRC error threshold exceeded, check the cable",
      ],
    },
    cause: [["CRC errors", "cable", "transceiver"]],
    gold: {
      cause:
        "A bad cable or transceiver at eth1 of edge-2 damages frames: nearly all of 918273 input " +
        "errors are CRC errors, about 3 % of the 30609100 unicast packets, and the kernel asks to " +
        "check the cable; 48113 TCP segments had to be sent again.",
      evidence: ["interface_counters", "link_log"],
      step: "Replace the cable of eth1 at edge-2",
    },
  },
  {
    id: "locks",
    title: "TransactionAgeHigh",
    target: "booking-db",
    found: {
      engine_counters: {
        lock_wait_seconds: 418,
        blocked_sessions: 57,
        oldest_transaction_seconds: 1260,
        cpu_percent: 12,
      },
      replication_state: { replica_lag_seconds: 0.4, wal_senders: 2 },
    },
    cause: [["lock contention", "lock wait", "blocked sessions"]],
    gold: {
      cause:
        "A transaction that has been open for 21 minutes holds a lock, and 57 sessions are blocked: " +
        "lock waits add up to 418 s although the processor is at 12 %.",
      evidence: ["engine_counters"],
      step: "End the oldest transaction of booking-db once its owner agrees",
    },
  },
  {
    id: "throughput",
    title: "VolumeQueueLong",
    target: "vol-metrics-7",
    found: {
      volume: {
        BurstBalance: { average: 0.2, minimum: 0 },
        VolumeQueueLength: { average: 41.7, maximum: 63 },
        VolumeReadOps: { average: 99.8, maximum: 100 },
      },
      instance: { CPUUtilization: { average: 18.3, maximum: 22 } },
    },
    cause: [["burst balance", "burst credits", "IOPS"]],
    gold: {
      cause:
        "The burst balance of vol-metrics-7 is spent, so reads are held at 100 operations a second " +
        "and the volume's queue length grows to 63.",
      evidence: ["volume"],
      step: "Look at the burst balance of vol-metrics-7",
    },
  },
  {
    id: "sockets",
    title: "ConnectionsRefused",
    target: "gateway-4",
    found: {
      netstat: {
        "TcpExt": { ListenOverflows: 8123, ListenDrops: 8123, TCPTimeouts: 12 },
        "Tcp": { CurrEstab: 512, ActiveOpens: 90211 },
      },
      limits: { somaxconn: 128, backlog: 128 },
    },
    cause: [["listen queue", "listen backlog", "listen overflow", "somaxconn"]],
    gold: {
      cause:
        "The listen backlog of gateway-4 overflows: it has room for 128 connections, and 8123 times " +
        "a listen drop was counted while 512 connections were established.",
      evidence: ["netstat", "limits"],
      step: "Raise somaxconn of gateway-4",
    },
  },
];

/** The cases as an importer would read them. */
export const ANALOGOUS: readonly ImportedCase[] = TOLD.map((
  { id, title, target, found, cause, gold },
) => ({
  id,
  incident: {
    source: "alertmanager",
    fingerprint: id,
    episode: `${id}/0`,
    title,
    status: "firing",
    severity: "critical",
    startsAt: TIME,
    labels: { alertname: title, instance: target },
    annotations: { description: `${title} fires for ${target}` },
    links: [],
  },
  findings: Object.entries(found).map(([name, data]) => ({
    name,
    kind: "diagnostics",
    title: name.replaceAll("_", " "),
    query: name,
    time: TIME,
    duration: 0,
    data: data as ImportedCase["findings"][number]["data"] & object,
  })),
  label: {
    cause,
    distractors: [],
    target: [[target]],
    severity: ["warning", "critical"],
    abstain: false,
    by: "synthetic, generated for this test",
    at: "2026-03-04",
  },
  gold: {
    not_read: [],
    hypotheses: [{ evidence: gold.evidence, cause: gold.cause, confidence: "high" }],
    inconclusive: false,
    severity: "critical",
    next_steps: [gold.step],
    summary: `${target}: ${gold.cause}`.slice(0, 590),
  },
}));
