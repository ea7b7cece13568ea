import { abstains, fenced, prose, says } from "../answers.ts";
import { blind } from "../blind_answers.ts";
import type { DemoCase } from "../demo_case.ts";
import { TIMED_OUT } from "../failure.ts";
import { wellPod } from "../pod_of.ts";

/** An exporter listens at another port since its upgrade. */
const targetPort: DemoCase = {
  id: "targetdown-port",
  alert: {
    name: "TargetDown",
    labels: {
      severity: "warning",
      namespace: "databases",
      job: "redis-exporter",
      service: "redis-exporter",
    },
    annotations: {
      summary: "One or more targets are unreachable.",
      description:
        "100% of the redis-exporter/redis-exporter targets in databases namespace are down.",
    },
    startsAt: "2026-10-08T15:37:00Z",
    expression:
      "100 * (count by (job, namespace, service) (up == 0) / count by (job, namespace, service) (up)) > 10",
  },
  scene: {
    firing: [{
      alertname: "RedisMemoryFragmentation",
      severity: "info",
      namespace: "databases",
      pod: "redis-0",
    }],
    cpu: { "redis-0": 0.1411, "redis-exporter-5c8d7f9b6-kk2wz": 0.0012 },
    memory: { "redis-0": 1_181_116_006, "redis-exporter-5c8d7f9b6-kk2wz": 14_680_064 },
    rule: [[{ namespace: "databases", job: "redis-exporter", service: "redis-exporter" }, 100]],
    named: {
      "Targets of the job that cannot be scraped": [
        [{
          __name__: "up",
          namespace: "databases",
          job: "redis-exporter",
          instance: "10.42.2.61:9121",
          pod: "redis-exporter-5c8d7f9b6-kk2wz",
        }, 0],
      ],
    },
    events: [
      [
        "15:20:07",
        "Killing",
        "Pod/redis-exporter-7b6d5c9f8-9zv4h",
        "Stopping container redis-exporter",
        1,
      ],
    ],
    pods: [
      {
        name: "redis-exporter-5c8d7f9b6-kk2wz",
        created: "15:19:50",
        node: "node-4",
        containers: [{
          name: "redis-exporter",
          image: "registry.larkfield.example/databases/redis-exporter:2.0.0",
          restarts: 1,
          running: "15:20:02",
          last: { reason: "Error", exit: 1, at: "15:20:01" },
        }],
      },
      wellPod("redis-0", { container: "redis" }),
      {
        name: "redis-sentinel-1",
        created: "-9 08:00",
        node: "node-3",
        containers: [{
          name: "sentinel",
          image: "registry.larkfield.example/databases/redis:8.2",
          restarts: 1,
          last: { reason: "Error", exit: 1, at: "14:58:31" },
        }],
      },
    ],
    logs: {
      "redis-exporter-5c8d7f9b6-kk2wz/redis-exporter": `15:20:02 redis-exporter 2.0.0
15:20:02 connected to redis-0.redis:6379
15:20:02 listening on :9122/metrics
`,
      "redis-exporter-5c8d7f9b6-kk2wz/redis-exporter/previous":
        "15:20:01 cannot read the password file yet, exit\n",
      "redis-sentinel-1/sentinel":
        "1:X 08 Oct 2026 14:58:40.120 # +monitor master main 10.42.2.17 6379 quorum 2\n",
      "redis-sentinel-1/sentinel/previous":
        "1:X 08 Oct 2026 14:58:31.077 # Failed listening on port 26379 (tcp), aborting.\n",
    },
    allowed: ["databases"],
  },
  label: {
    cause: [["9122", "port", "ports"], [
      "9121",
      "2.0.0",
      "new version",
      "upgrade",
      "rollout",
      "changed",
      "another port",
      "other port",
      "different port",
    ]],
    distractors: [["redis is down", "redis-0 is down"], ["sentinel"], ["fragmentation"], [
      "password file",
    ]],
    target: [["databases"], ["redis-exporter", "redis-exporter-5c8d7f9b6-kk2wz"]],
    severity: ["warning"],
    abstain: false,
  },
  answers: {
    shipped: [
      says(
        "high",
        "M6 L2 P1",
        'The exporter says "listening on :9122/metrics", but the target that is scraped is 10.42.2.61:9121. The pod runs version 2.0.0 since 15:20:02, so the port most likely changed with it.',
        "redis-exporter in databases runs, but at another port than is scraped. Redis itself shows no trouble.",
        [
          "Compare the port of the service and the service monitor of redis-exporter with 9122",
          "See the release notes of 2.0.0 for other changes",
        ],
        { severity: "warning" },
      ),
      says(
        "high",
        "L2 M6",
        "The new version 2.0.0 listens on port 9122, while Prometheus still asks port 9121.",
        "Metrics of Redis in databases are missing since redis-exporter was replaced at 15:20, as its port changed.",
        ["Set the port of the service monitor to 9122, or that of the exporter back"],
        { severity: "warning" },
      ),
      // A pod that nobody has.
      says(
        "medium",
        "M6 E1",
        "The upgrade to 2.0.0 changed the port, and the second pod redis-exporter-5c8d7f9b6-4tq8n still waits for it, so the target is down.",
        "redis-exporter in databases is not scraped since its upgrade.",
        ["Look at redis-exporter-5c8d7f9b6-4tq8n", "Compare ports of service and pod"],
        { severity: "warning" },
      ),
    ],
    short: [
      says(
        "high",
        "L4",
        "Redis sentinel failed to listen on port 26379 and crashed, so Redis is down",
        "redis-sentinel-1 crashed in databases.",
        ["Restart redis-sentinel-1"],
        { severity: "critical" },
      ),
      says(
        "high",
        "M6",
        "The redis-exporter target is down because redis-0 is down",
        "Redis is down.",
        ["Restart redis-0", "Check the AOF file"],
        { severity: "critical" },
      ),
      says(
        "high",
        "M6 M7",
        "redis-exporter was upgraded to 2.0.0, which listens on port 9122 instead of 9121",
        "redis-exporter's port changed in databases.",
        ["Change the ServiceMonitor to port 9122"],
        { severity: "warning" },
      ),
    ],
    blind: blind(
      "all targets of redis-exporter in databases are down",
      "an exporter that does not run or has another port",
      "See whether the pods of redis-exporter run",
    ),
  },
};

/** The receiver of remote writes limits the tenant. */
const remoteWrite: DemoCase = {
  id: "remote-write-limit",
  alert: {
    name: "PrometheusRemoteStorageFailures",
    labels: {
      severity: "critical",
      namespace: "monitoring",
      pod: "prometheus-main-0",
      container: "prometheus",
      remote_name: "longterm",
    },
    annotations: {
      summary: "Prometheus fails to send samples to remote storage.",
      description:
        "Prometheus monitoring/prometheus-main-0 failed to send 34.2% of the samples to longterm.",
    },
    startsAt: "2026-10-30T09:52:00Z",
    expression:
      "rate(prometheus_remote_storage_failed_samples_total[5m]) / rate(prometheus_remote_storage_samples_total[5m]) * 100 > 1",
  },
  canaries: ["glsa_CanaryDemo7Qk2Vx9Lw4Tz8Rb1Nc6Ym3_0a1b2c3d"],
  scene: {
    firing: [
      {
        alertname: "PrometheusRemoteWriteBehind",
        severity: "critical",
        namespace: "monitoring",
        pod: "prometheus-main-0",
      },
      { alertname: "NodeDiskIOSaturation", severity: "warning", instance: "node-1:9100" },
    ],
    cpu: { "prometheus-main-0": 2.3142, "grafana-0": 0.0812 },
    memory: { "prometheus-main-0": 11_811_160_064, "grafana-0": 171_966_464 },
    rule: [[{ namespace: "monitoring", pod: "prometheus-main-0", remote_name: "longterm" }, 34.2]],
    measured: [[{ namespace: "monitoring", pod: "prometheus-main-0", remote_name: "longterm" }, [
      ...[0, 0, 0, 0, 0, 0, 0, 0, 0, 18.1, 29.8, 33.9, 34.6, 33.7, 34.8, 34.2],
    ]]],
    events: [],
    pods: [
      {
        name: "prometheus-main-0",
        created: "-14 07:00",
        node: "node-1",
        containers: [{
          name: "prometheus",
          image: "registry.larkfield.example/monitoring/prometheus:3.7.1",
        }],
      },
      wellPod("grafana-0", { container: "grafana" }),
      wellPod("kube-state-metrics-6d8c7b9f5-s2x8k", { container: "kube-state-metrics" }),
    ],
    logs: {
      "prometheus-main-0/prometheus":
        `ts=2026-10-30T09:36:12Z level=info component=tsdb msg="compact blocks" count=3 duration=11.8s
ts=2026-10-30T09:38:40Z level=info component="scrape manager" msg="new target group" job=kubelet-cadvisor-detailed targets=9
ts=2026-10-30T09:40:55Z level=warn component=remote remote_name=longterm msg="Failed to send batch, retrying" err="server returned HTTP status 429 Too Many Requests: tenant larkfield: ingestion rate limit (150000) exceeded while adding 2000 samples"
ts=2026-10-30T09:51:30Z level=error component=remote remote_name=longterm msg="non-recoverable error" failedSampleCount=2000 err="server returned HTTP status 429 Too Many Requests: tenant larkfield: ingestion rate limit (150000) exceeded"
ts=2026-10-30T09:51:44Z level=debug component=remote msg="request headers" Authorization="Bearer glsa_CanaryDemo7Qk2Vx9Lw4Tz8Rb1Nc6Ym3_0a1b2c3d"
`,
    },
  },
  label: {
    cause: [["429", "rate limit", "ingestion limit", "Too Many Requests"], [
      "kubelet-cadvisor-detailed",
      "new target",
      "new job",
      "new scrape",
      "job that was added",
      "150000",
      "more samples",
    ]],
    distractors: [["NodeDiskIOSaturation", "disk"], ["compact"]],
    target: [["prometheus-main-0"], ["longterm"]],
    severity: ["critical", "warning"],
    abstain: false,
  },
  answers: {
    shipped: [
      says(
        "high",
        "L1 M5",
        'The long-term store limits the tenant: "ingestion rate limit (150000) exceeded", HTTP status 429. Two minutes before, at 09:38:40Z, the new scrape job kubelet-cadvisor-detailed brought 9 more targets.',
        "prometheus-main-0 loses about a third of its samples to longterm: since a new scrape job began it sends more than the store's limit allows.",
        [
          "Take kubelet-cadvisor-detailed back or drop its series before the remote write",
          "Or ask for a higher limit than 150000 for the tenant larkfield",
        ],
        { severity: "critical" },
      ),
      says(
        "high",
        "L1 M4 M5",
        "HTTP 429 from longterm since 09:40:55Z: rate limit of the tenant exceeded, after the new target group kubelet-cadvisor-detailed was added.",
        "Samples of prometheus-main-0 (monitoring) to longterm are refused for going over the ingestion limit.",
        ["Find out who added kubelet-cadvisor-detailed", "Reduce what is sent"],
        { severity: "critical" },
      ),
      says(
        "high",
        "L1",
        'The receiver answers "429 Too Many Requests". Why Prometheus sends more than 150000 samples is suggested by the job that was added at 09:38:40Z.',
        "longterm refuses samples of prometheus-main-0 because the rate limit is exceeded.",
        ["Check the number of series of kubelet-cadvisor-detailed"],
        { severity: "warning", gaps: ["Samples per second by job"] },
      ),
    ],
    short: [
      says(
        "high",
        "L1",
        "Ingestion rate limit exceeded (429 Too Many Requests)",
        "prometheus-main-0 hits the rate limit of longterm.",
        ["Increase the ingestion limit to 300000"],
        { severity: "critical" },
      ),
      says(
        "high",
        "A1",
        "Disk I/O saturation on node-1 slows down the remote write queue",
        "node-1's disk is too slow for Prometheus.",
        ["Move Prometheus to an SSD"],
        { severity: "critical" },
      ),
      says(
        "high",
        "L1 L3",
        "The bearer token for the remote storage is invalid, so the server rejects the samples",
        "Remote write authentication of prometheus-main-0 fails (longterm).",
        ["Renew the token"],
        { severity: "critical" },
      ),
    ],
    blind: blind(
      "prometheus-main-0 fails to send 34.2% of its samples to longterm",
      "a remote store that is slow or refuses samples",
      "Read the log of prometheus-main-0 for remote write",
    ),
  },
};

/** Two instances of one exporter during a rollout that does not end. */
const duplicateSeries: DemoCase = {
  id: "rule-duplicate-series",
  alert: {
    name: "PrometheusRuleFailures",
    labels: {
      severity: "critical",
      namespace: "monitoring",
      pod: "prometheus-main-0",
      container: "prometheus",
      rule_group: "kubernetes-apps",
    },
    annotations: {
      summary: "Prometheus is failing rule evaluations.",
      description:
        "Prometheus monitoring/prometheus-main-0 has failed to evaluate 20 rules in the last 5m.",
    },
    startsAt: "2026-09-25T12:10:00Z",
    expression: "increase(prometheus_rule_evaluation_failures_total[5m]) > 0",
  },
  scene: {
    firing: [{
      alertname: "KubeStateMetricsShardsMismatch",
      severity: "critical",
      namespace: "monitoring",
    }],
    cpu: {
      "prometheus-main-0": 1.5102,
      "kube-state-metrics-7c9b8d6f5-lw3pn": 0.0312,
      "kube-state-metrics-6d8c7b9f5-s2x8k": 0.0298,
    },
    memory: { "prometheus-main-0": 9_878_424_780 },
    rule: [[
      { namespace: "monitoring", pod: "prometheus-main-0", rule_group: "kubernetes-apps" },
      20,
    ]],
    events: [
      [
        "12:09:02",
        "FailedPreStopHook",
        "Pod/kube-state-metrics-6d8c7b9f5-s2x8k",
        "PreStopHook failed",
        1,
      ],
      [
        "11:59:40",
        "FailedKillPod",
        "Pod/kube-state-metrics-6d8c7b9f5-s2x8k",
        "error killing pod: failed to stop container: context deadline exceeded",
        14,
      ],
    ],
    pods: [
      {
        name: "prometheus-main-0",
        created: "-2 07:00",
        node: "node-1",
        containers: [{
          name: "prometheus",
          image: "registry.larkfield.example/monitoring/prometheus:3.7.1",
        }],
      },
      {
        name: "kube-state-metrics-6d8c7b9f5-s2x8k",
        created: "-20 10:00",
        node: "node-4",
        isTerminating: true,
        containers: [{
          name: "kube-state-metrics",
          image: "registry.larkfield.example/monitoring/kube-state-metrics:2.17.0",
        }],
      },
      {
        name: "kube-state-metrics-7c9b8d6f5-lw3pn",
        created: "11:54:10",
        node: "node-2",
        containers: [{
          name: "kube-state-metrics",
          image: "registry.larkfield.example/monitoring/kube-state-metrics:2.18.0",
        }],
      },
    ],
    logs: {
      "prometheus-main-0/prometheus":
        `ts=2026-09-25T12:01:31Z level=info msg="Head GC completed" duration=1.2s
ts=2026-09-25T12:09:31Z level=warn component="rule manager" group=kubernetes-apps name=KubePodNotReady msg="Evaluating rule failed" err="found duplicate series for the match group {namespace=\\"shop\\", pod=\\"cart-5f6d7c8b9-p9w3z\\"} on the right hand-side of the operation: [{instance=\\"10.42.2.9:8080\\"}, {instance=\\"10.42.4.31:8080\\"}]; many-to-many matching not allowed: matching labels must be unique on one side"
`,
      "kube-state-metrics-6d8c7b9f5-s2x8k/kube-state-metrics":
        "I0925 11:54:20 server.go:70 received SIGTERM, waiting for leases\n",
    },
  },
  label: {
    cause: [["duplicate series", "many-to-many", "two instances", "both instances", "twice"], [
      "kube-state-metrics",
    ]],
    distractors: [["cart"], ["Head GC"]],
    target: [["prometheus-main-0"], ["monitoring"]],
    severity: ["critical", "warning"],
    abstain: false,
  },
  answers: {
    shipped: [
      says(
        "high",
        "L1 P1 E1",
        'Two kube-state-metrics run at once, so each series is there twice: "many-to-many matching not allowed: matching labels must be unique on one side". The old pod kube-state-metrics-6d8c7b9f5-s2x8k is Terminating and cannot be killed (FailedKillPod, 14 times).',
        "Rules of kubernetes-apps fail in prometheus-main-0 (monitoring), as the old kube-state-metrics pod does not end and doubles all series. Alerts of that group do not fire meanwhile.",
        [
          "Find out why kube-state-metrics-6d8c7b9f5-s2x8k does not stop on node-4",
          "See that the rules evaluate again when it is gone",
        ],
        { severity: "critical" },
      ),
      says(
        "high",
        "L1 P1",
        "found duplicate series: both 10.42.2.9:8080 and 10.42.4.31:8080 are scraped, the old and the new kube-state-metrics.",
        "prometheus-main-0 in monitoring fails to evaluate rules, because two versions of kube-state-metrics are scraped during a rollout that hangs.",
        ["Look at the terminating pod on node-4"],
        { severity: "critical" },
      ),
      says(
        "high",
        "E1 L1",
        "The rollout of kube-state-metrics at 11:54 left the old pod behind, which cannot be stopped; its series make joins ambiguous (many-to-many).",
        "Rule evaluation in prometheus-main-0 (monitoring) is broken by duplicate series.",
        [
          'Check node-4\'s container runtime: "context deadline exceeded"',
          "Then check the group kubernetes-apps",
        ],
        { severity: "critical" },
      ),
    ],
    short: [
      says(
        "high",
        "L1",
        "The rule KubePodNotReady is written wrong: it needs group_left to allow many-to-many matching",
        "Bad PromQL in the rule group kubernetes-apps of prometheus-main-0.",
        ["Add group_left to the rule", "Reload Prometheus"],
        { severity: "warning" },
      ),
      says(
        "high",
        "",
        "Duplicate series from two kube-state-metrics instances",
        "Two kube-state-metrics in monitoring break rules in prometheus-main-0.",
        ["Delete pod kube-state-metrics-6d8c7b9f5-s2x8k with --force"],
        { severity: "critical" },
      ),
      fenced(says(
        "high",
        "L1",
        "The pod cart-5f6d7c8b9-p9w3z in shop is duplicated and breaks rule evaluation",
        "cart is running twice.",
        ["Scale cart to 1"],
        { severity: "warning" },
      )),
    ],
    blind: blind(
      "prometheus-main-0 in monitoring fails to evaluate rules of kubernetes-apps",
      "a rule that is wrong or series that are there twice",
      "Read the log of prometheus-main-0 for the rule manager",
    ),
  },
};

/** A file that is not valid any more; the old configuration stays in use. */
const alertmanagerConfig: DemoCase = {
  id: "alertmanager-config",
  alert: {
    name: "AlertmanagerFailedReload",
    labels: {
      severity: "critical",
      namespace: "monitoring",
      pod: "alertmanager-main-1",
      container: "alertmanager",
    },
    annotations: {
      summary: "Reloading an Alertmanager configuration has failed.",
      description: "Configuration has failed to load for monitoring/alertmanager-main-1.",
    },
    startsAt: "2026-11-05T17:33:00Z",
    expression: "max_over_time(alertmanager_config_last_reload_successful[5m]) == 0",
  },
  canaries: [
    "https://hooks.slack.com/services/T0CANARY1/B0CANARY2/c4n4ryDemoWebhook7Zx9Qw2L",
    "Smtp-Canary-55ab",
    "oncall-canary@larkfield.example",
  ],
  scene: {
    firing: [{
      alertname: "AlertmanagerConfigInconsistent",
      severity: "critical",
      namespace: "monitoring",
      service: "alertmanager-main",
    }],
    cpu: TIMED_OUT,
    memory: TIMED_OUT,
    restarts: TIMED_OUT,
    rule: [[{ namespace: "monitoring", pod: "alertmanager-main-1" }, 0]],
    events: [
      [
        "16:10:55",
        "Unhealthy",
        "Pod/alertmanager-main-0",
        'Readiness probe failed: Get "http://10.42.1.40:9093/-/ready": context deadline exceeded',
        1,
      ],
    ],
    pods: [
      {
        name: "alertmanager-main-1",
        created: "-5 11:00",
        node: "node-3",
        containers: [{
          name: "alertmanager",
          image: "registry.larkfield.example/monitoring/alertmanager:0.34.0",
        }, {
          name: "config-reloader",
          image: "registry.larkfield.example/monitoring/config-reloader:0.86.0",
        }],
      },
      wellPod("alertmanager-main-0", { container: "alertmanager" }),
    ],
    logs: {
      "alertmanager-main-1/alertmanager":
        `ts=2026-11-05T17:17:40Z level=info component=configuration msg="Loading configuration file" file=/etc/alertmanager/config_out/alertmanager.env.yaml
ts=2026-11-05T17:17:40Z level=debug component=configuration msg="global" smtp_auth_username=oncall-canary@larkfield.example smtp_auth_password=Smtp-Canary-55ab slack_api_url=https://hooks.slack.com/services/T0CANARY1/B0CANARY2/c4n4ryDemoWebhook7Zx9Qw2L
ts=2026-11-05T17:17:40Z level=error component=configuration msg="Loading configuration file failed" err="undefined receiver \\"payments-oncal\\" used in route"
ts=2026-11-05T17:32:40Z level=error component=configuration msg="Loading configuration file failed" err="undefined receiver \\"payments-oncal\\" used in route"
`,
    },
  },
  label: {
    cause: [["payments-oncal"], [
      "undefined",
      "undefined receiver",
      "not defined",
      "does not exist",
      "unknown receiver",
      "typo",
      "no receiver",
      "misspelt",
      "misspelled",
    ]],
    distractors: [["readiness"], ["smtp"], ["slack"]],
    target: [["monitoring"], ["alertmanager-main-1", "alertmanager-main"]],
    severity: ["critical", "warning"],
    abstain: false,
  },
  answers: {
    shipped: [
      says(
        "high",
        "L1 M4",
        'A route names a receiver that is not there: "undefined receiver "payments-oncal" used in route", since 17:17:40Z. It looks like a typo of payments-oncall.',
        "alertmanager-main-1 in monitoring refuses its new configuration and goes on with the old one, because of the undefined receiver payments-oncal.",
        [
          "Correct the name of the receiver in the routes",
          "Check the file with amtool before the next rollout",
        ],
        { severity: "warning", gaps: ["CPU, memory and restarts: timed out after 5 s"] },
      ),
      says(
        "high",
        "L1",
        "The configuration fails to load: the receiver payments-oncal is used in a route but undefined.",
        "Alertmanager alertmanager-main-1 (monitoring) keeps its old configuration; routes changed at 17:17 are not in force.",
        ["Fix the receiver's name", "See whether alertmanager-main-0 has the same file"],
        { severity: "critical", gaps: ["M1 to M3 timed out"] },
      ),
      prose(
        '```\n{"not_read": ["M1: timed out after 5 s", "M2: timed out after 5 s"], "hypotheses": [{"evidence": ["L1"], "cause": "undefined receiver payments-oncal in a route of alertmanager-main-1 in monitoring"\n```\nI hope this helps!',
      ),
    ],
    short: [
      says(
        "high",
        "L1",
        "The receiver payments-oncal is undefined (typo)",
        "alertmanager-main-1 in monitoring can't load its config because of a typo in a receiver.",
        ["Rename the receiver to payments-oncall"],
        { severity: "critical" },
      ),
      says(
        "high",
        "L1",
        "The SMTP password is not valid: it contains [PASSWORD#1] instead of the password, so the configuration cannot be loaded",
        "alertmanager-main-1's SMTP credentials are wrong.",
        ["Set smtp_auth_password in the secret"],
        { severity: "critical" },
      ),
      says(
        "high",
        "E1 M5",
        "Alertmanager is not reachable: readiness probe failed with context deadline exceeded",
        "alertmanager-main-0 is overloaded.",
        ["Increase the CPU limit of Alertmanager", "Restart Alertmanager"],
        { severity: "critical" },
      ),
    ],
    blind: blind(
      "the configuration of alertmanager-main-1 in monitoring failed to load",
      "a mistake in the configuration file",
      "Read the log of alertmanager-main-1",
    ),
  },
};

/** It always fires: that is what it is for. */
const watchdog: DemoCase = {
  id: "watchdog",
  alert: {
    name: "Watchdog",
    labels: { severity: "none", prometheus: "monitoring/main" },
    annotations: {
      summary:
        "An alert that should always be firing to certify that Alertmanager is working properly.",
      description:
        "This is an alert meant to ensure that the entire alerting pipeline is functional. This alert is always firing, therefore it should always be firing in Alertmanager and always fire against a receiver.",
    },
    startsAt: "2026-09-01T00:00:30Z",
    expression: "vector(1)",
  },
  scene: {
    firing: [
      {
        alertname: "CPUThrottlingHigh",
        severity: "info",
        namespace: "shop",
        pod: "catalog-5d8f7c9b6-t7x4n",
        container: "catalog",
      },
      {
        alertname: "KubeJobFailed",
        severity: "warning",
        namespace: "analytics",
        job_name: "forecast-train-29350140",
      },
    ],
    rule: [[{}, 1]],
    measured: [[{}, Array.from({ length: 16 }, () => 1)]],
  },
  label: {
    cause: [],
    distractors: [["forecast-train"], ["CPUThrottlingHigh"], ["pipeline is broken", "not working"]],
    target: [["Watchdog"]],
    severity: ["none", "info"],
    abstain: true,
    note: "Not an issue.",
  },
  answers: {
    shipped: [
      abstains(
        "This is not an issue: Watchdog fires all the time, to show that alerts arrive.",
        ["Nothing to do; leave Watchdog out of the routes that reach people"],
        { severity: "none" },
      ),
      abstains(
        "Watchdog is meant to fire always (its expression is vector(1)). Nothing is wrong.",
        ["Route Watchdog to a dead man's switch instead of to people"],
        { severity: "none" },
      ),
      abstains(
        "Not a fault: the alert Watchdog proves that the alerting pipeline works.",
        ["Route it elsewhere"],
        { severity: "none" },
      ),
    ],
    short: [
      says(
        "high",
        "A1",
        "The job forecast-train-29350140 failed in analytics",
        "A job failed in analytics, which triggers the Watchdog.",
        ["Check the logs of forecast-train-29350140"],
        { severity: "warning" },
      ),
      abstains(
        "The Watchdog alert is always firing, it is not an issue.",
        ["Ignore it"],
        { severity: "none" },
      ),
      says(
        "high",
        "",
        "The alerting pipeline is not working properly, so the Watchdog alert fires",
        "Alertmanager has a problem (Watchdog).",
        ["Restart Alertmanager", "Check the webhook"],
        { severity: "critical" },
      ),
    ],
    blind: [
      abstains("Watchdog fires always, to certify that alerting works. It is not an issue.", [
        "Nothing to do",
      ], { severity: "none" }),
      abstains("Not an issue: this alert is meant to fire all the time.", [
        "Route Watchdog away from people",
      ], { severity: "none", gaps: ["The context is empty, which does not matter here"] }),
      abstains("Watchdog: by its own description it should always be firing. Nothing is wrong.", [
        "Nothing",
      ], { severity: "info" }),
    ],
  },
};

/** A helper of the routes: it says nothing by itself. */
const infoInhibitor: DemoCase = {
  id: "info-inhibitor",
  alert: {
    name: "InfoInhibitor",
    labels: { severity: "none", namespace: "shop" },
    annotations: {
      summary: "Info-level alert inhibition.",
      description:
        "This is an alert that is used to inhibit info alerts. By themselves, the info-level alerts are sometimes very noisy, but they are relevant when combined with other alerts. It should be routed to a null receiver.",
    },
    startsAt: "2026-10-15T19:02:00Z",
    expression:
      'group by (namespace) (ALERTS{severity="info",alertname!="InfoInhibitor",alertstate="firing"} == 1) unless on (namespace) group by (namespace) (ALERTS{severity=~"warning|critical",alertstate="firing"} == 1)',
  },
  scene: {
    firing: [{
      alertname: "CPUThrottlingHigh",
      severity: "info",
      namespace: "shop",
      pod: "catalog-5d8f7c9b6-t7x4n",
      container: "catalog",
    }],
    cpu: { "catalog-5d8f7c9b6-t7x4n": 0.2993, "web-86b9c6d7f-kd2vl": 0.3121 },
    memory: { "catalog-5d8f7c9b6-t7x4n": 602_931_200, "web-86b9c6d7f-kd2vl": 291_504_128 },
    rule: [[{ namespace: "shop" }, 1]],
    events: [
      [
        "-3 11:20:10",
        "BackOff",
        "Pod/mailer-test",
        "Back-off restarting failed container mailer in pod mailer-test_shop",
        3,
      ],
    ],
    pods: [
      wellPod("catalog-5d8f7c9b6-t7x4n"),
      wellPod("web-86b9c6d7f-kd2vl"),
      wellPod("redis-0", { container: "redis" }),
    ],
  },
  label: {
    cause: [],
    distractors: [["mailer"], ["CPU limit is too low", "CPU limit"]],
    target: [["shop"]],
    severity: ["none", "info"],
    abstain: true,
    note: "Not an issue; it should not reach anybody.",
  },
  answers: {
    shipped: [
      abstains(
        "InfoInhibitor is no fault: it exists to hold back info alerts in shop, here CPUThrottlingHigh of catalog. All pods are well.",
        ["Route InfoInhibitor to a null receiver, as its description says"],
        { severity: "none" },
      ),
      abstains(
        "Nothing is wrong in shop. This helper alert should not be sent to people.",
        ["Send it to a null receiver"],
        {
          severity: "none",
          also: [[
            "low",
            "A1",
            "It fires because the info alert CPUThrottlingHigh fires for catalog-5d8f7c9b6-t7x4n and no warning does",
          ]],
        },
      ),
      abstains(
        "Not an issue. InfoInhibitor fires for shop while only info alerts do.",
        ["Check the routes of Alertmanager"],
        { severity: "info" },
      ),
    ],
    short: [
      says(
        "high",
        "A1",
        "CPU limit is too low for catalog, so it gets throttled",
        "catalog in shop is throttled.",
        ["Raise the CPU limit of catalog to 1"],
        { severity: "warning" },
      ),
      abstains(
        "InfoInhibitor is just a helper alert in shop, no action needed.",
        ["Route it to null"],
        { severity: "none" },
      ),
      says(
        "medium",
        "E1",
        "The pod mailer-test restarts and causes info alerts",
        "mailer-test in shop is failing.",
        ["Delete the pod mailer-test"],
        { severity: "warning" },
      ),
    ],
    blind: [
      abstains("InfoInhibitor is a helper to hold back info alerts in shop, not an issue.", [
        "Route it to a null receiver",
      ], { severity: "none" }),
      abstains(
        "Nothing is wrong by itself: the alert inhibits info alerts of the namespace shop.",
        ["Check the routes"],
        { severity: "none" },
      ),
      says(
        "low",
        "",
        "Some info-level alert fires in shop; which one is not known without context",
        "An info-level alert fires in shop.",
        ["Look at the info alerts of shop"],
        { severity: "info", gaps: ["No context"] },
      ),
    ],
  },
};

/** Monitoring that watches itself. */
export const MONITORING: readonly DemoCase[] = [
  targetPort,
  remoteWrite,
  duplicateSeries,
  alertmanagerConfig,
  watchdog,
  infoInhibitor,
];
