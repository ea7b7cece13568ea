import { abstains, fenced, says } from "../answers.ts";
import { blind } from "../blind_answers.ts";
import type { DemoCase } from "../demo_case.ts";
import { forbidden, TIMED_OUT } from "../failure.ts";
import { wellPod } from "../pod_of.ts";

/** A backup shares the disk of one member. */
const slowDisk: DemoCase = {
  id: "etcd-slow-disk",
  alert: {
    name: "etcdHighFsyncDurations",
    labels: {
      severity: "warning",
      namespace: "kube-system",
      job: "etcd",
      instance: "10.0.0.12:2381",
      pod: "etcd-control-2",
    },
    annotations: {
      summary: "etcd cluster 99th percentile fsync durations are too high.",
      description:
        'etcd cluster "etcd": 99th percentile fsync durations are 0.912s on etcd instance 10.0.0.12:2381.',
    },
    startsAt: "2026-09-19T03:14:00Z",
    expression:
      "histogram_quantile(0.99, rate(etcd_disk_wal_fsync_duration_seconds_bucket[5m])) > 0.5",
  },
  scene: {
    firing: [
      { alertname: "etcdHighCommitDurations", severity: "warning", instance: "10.0.0.12:2381" },
      { alertname: "KubeAPIErrorBudgetBurn", severity: "warning", long: "1d", short: "2h" },
    ],
    cpu: {
      "etcd-control-2": 0.2812,
      "node-backup-control-2-29309940-j8t5w": 0.9104,
      "etcd-control-1": 0.1904,
    },
    memory: {
      "etcd-control-2": 412_090_368,
      "node-backup-control-2-29309940-j8t5w": 1_288_490_188,
    },
    rule: [[{ job: "etcd", instance: "10.0.0.12:2381", pod: "etcd-control-2" }, 0.912]],
    measured: [
      [{ job: "etcd", instance: "10.0.0.12:2381", pod: "etcd-control-2" }, [
        0.008,
        0.009,
        0.008,
        0.008,
        0.31,
        0.74,
        0.88,
        0.9,
        0.93,
        0.89,
        0.91,
        0.94,
        0.9,
        0.92,
        0.9,
        0.912,
      ]],
      [{ job: "etcd", instance: "10.0.0.11:2381", pod: "etcd-control-1" }, [
        0.007,
        0.008,
        0.007,
        0.007,
        0.008,
        0.007,
        0.009,
        0.008,
        0.007,
        0.008,
        0.008,
        0.007,
        0.008,
        0.007,
        0.008,
        0.008,
      ]],
      [{ job: "etcd", instance: "10.0.0.13:2381", pod: "etcd-control-3" }, [
        0.008,
        0.007,
        0.008,
        0.008,
        0.008,
        0.009,
        0.008,
        0.007,
        0.008,
        0.008,
        0.009,
        0.008,
        0.007,
        0.008,
        0.008,
        0.008,
      ]],
    ],
    events: [
      [
        "03:10:09",
        "Unhealthy",
        "Pod/kube-apiserver-control-2",
        "Readiness probe failed: HTTP probe failed with statuscode: 500",
        3,
      ],
      ["-1 22:01:00", "NodeClockNotSynchronised", "Node/control-3", "Clock not synchronising", 1],
    ],
    pods: [
      {
        name: "etcd-control-2",
        created: "-60 10:00",
        node: "control-2",
        containers: [{ name: "etcd", image: "registry.larkfield.example/k8s/etcd:3.6.5" }],
      },
      {
        name: "node-backup-control-2-29309940-j8t5w",
        created: "02:51:05",
        node: "control-2",
        containers: [{
          name: "backup",
          image: "registry.larkfield.example/k8s/node-backup:1.2.0",
          restarts: 1,
          running: "02:51:31",
          last: { reason: "Error", exit: 1, at: "02:51:29" },
        }],
      },
      wellPod("etcd-control-1", { container: "etcd", created: "-60 10:00" }),
      wellPod("etcd-control-3", { container: "etcd", created: "-60 10:00" }),
      wellPod("kube-apiserver-control-2", { container: "kube-apiserver", created: "-60 10:00" }),
    ],
    logs: {
      "etcd-control-2/etcd":
        `{"level":"warn","ts":"2026-09-19T02:52:40Z","msg":"slow fdatasync","took":"1.104s","expected-duration":"1s"}
{"level":"info","ts":"2026-09-19T03:00:01Z","msg":"triggering snapshot","local-member-id":"8e9e05c52164694d"}
{"level":"warn","ts":"2026-09-19T03:13:31Z","msg":"slow fdatasync","took":"1.377s","expected-duration":"1s"}
`,
      "node-backup-control-2-29309940-j8t5w/backup":
        "02:51:32 reading / of control-2, rate limit: none\n03:12:40 41 % done\n",
      "node-backup-control-2-29309940-j8t5w/backup/previous":
        "02:51:29 target not reachable, exit\n",
    },
  },
  label: {
    cause: [["node-backup", "backup"], ["disk", "fdatasync", "fsync", "I/O", "IO"]],
    distractors: [["clock"], ["snapshot"], ["network"]],
    target: [["etcd-control-2", "control-2", "10.0.0.12:2381"]],
    severity: ["warning", "critical"],
    abstain: false,
  },
  answers: {
    shipped: [
      says(
        "medium",
        "M5 P1 L1 M1",
        'The disk of control-2 is slow since about 02:52, when the pod node-backup-control-2-29309940-j8t5w had just started there (02:51:05): "slow fdatasync". The two other members stay at 0.008 s, so it is this machine only.',
        "etcd-control-2 waits for its disk (0.912 s), most likely because a backup on control-2 uses the same disk.",
        [
          "Look at the disk I/O of control-2 and at what node-backup reads",
          "Let the backup run with less I/O or at another time",
          "See whether the durations fall when it has ended",
        ],
        { severity: "warning", gaps: ["Disk I/O of control-2"] },
      ),
      says(
        "medium",
        "M5 P1 L1",
        "A backup (node-backup) began on control-2 at 02:51:05, and fsync got slow right after. It fits that both share a disk.",
        "fsync of etcd on control-2 takes 0.912 s since a backup runs there.",
        ["Watch it end, or throttle it", "Keep etcd's data on a disk of its own"],
        { severity: "warning" },
      ),
      says(
        "medium",
        "M5 L1 P1",
        "Disk contention on control-2 by the backup pod that began at 02:51:05; fdatasync takes more than a second.",
        "etcd-control-2 is slow because of disk I/O, probably that of the running backup.",
        ["Check iostat on control-2", "Move the backup"],
        { severity: "critical" },
      ),
    ],
    short: [
      says(
        "high",
        "L1",
        "The disk is too slow for etcd (slow fdatasync)",
        "etcd-control-2 has a slow disk.",
        ["Move etcd to NVMe disks", "Defragment etcd"],
        { severity: "critical" },
      ),
      says(
        "high",
        "L1",
        "The etcd snapshot at 03:00 causes the high fsync durations on the disk",
        "Snapshots slow down etcd-control-2.",
        ["Increase snapshot-count"],
        { severity: "warning" },
      ),
      says(
        "high",
        "M5 P1",
        "A backup job on control-2 saturates the disk since 02:51",
        "Backup on control-2 slows etcd.",
        ["Kill node-backup-control-2-29309940-j8t5w"],
        { severity: "critical" },
      ),
    ],
    blind: blind(
      "fsync of etcd on 10.0.0.12:2381 takes 0.912s",
      "a disk that is slow or busy",
      "Look at the disk I/O of that machine",
    ),
  },
};

/** The token with which DNS records are written has expired. */
const dnsToken: DemoCase = {
  id: "certificate-dns-token",
  alert: {
    name: "CertManagerCertExpirySoon",
    labels: {
      severity: "warning",
      namespace: "ingress",
      exported_namespace: "ingress",
      name: "wildcard-larkfield",
    },
    annotations: {
      summary:
        "The cert wildcard-larkfield is 6d 3h from expiry, it should have renewed over a week ago.",
      description: "The domain that this cert covers will be unavailable after 6d 3h.",
    },
    startsAt: "2026-11-14T08:00:00Z",
    expression:
      "avg by (exported_namespace, namespace, name) (certmanager_certificate_expiration_timestamp_seconds - time()) < (21 * 24 * 3600)",
  },
  canaries: ["Cf-Canary_9sKq2LmZx7TtBv3Rn8YwPd4Ha1JcEu6G", "hostmaster-canary@larkfield.example"],
  scene: {
    firing: [{ alertname: "CertManagerHittingRateLimits", severity: "info", host: "acme.example" }],
    cpu: { "ingress-controller-x7d2q": 0.6401, "cert-manager-6b9d8c7f5-hq4zl": 0.0121 },
    memory: { "ingress-controller-x7d2q": 503_316_480, "cert-manager-6b9d8c7f5-hq4zl": 88_080_384 },
    rule: [[
      { exported_namespace: "ingress", namespace: "ingress", name: "wildcard-larkfield" },
      529_200,
    ]],
    events: [
      [
        "07:44:10",
        "PresentError",
        "Challenge/wildcard-larkfield-4-1093-7712",
        "Error presenting challenge: dns api: PATCH /zones/larkfield.example/records: 401 Unauthorized: token expired on 2026-11-01",
        88,
      ],
      [
        "07:44:09",
        "Pending",
        "Order/wildcard-larkfield-4-1093",
        "Order is pending, 1 of 2 authorizations valid",
        1,
      ],
      [
        "06:02:11",
        "Unhealthy",
        "Pod/ingress-controller-x7d2q",
        "Readiness probe failed: HTTP probe failed with statuscode: 500",
        1,
      ],
    ],
    pods: [
      {
        name: "cert-manager-6b9d8c7f5-hq4zl",
        created: "-33 09:00",
        node: "node-2",
        containers: [{
          name: "cert-manager",
          image: "registry.larkfield.example/ingress/cert-manager:1.19.1",
          restarts: 1,
          last: { reason: "Error", exit: 1, at: "07:31:02" },
        }],
      },
      wellPod("ingress-controller-x7d2q", { container: "controller" }),
    ],
    logs: {
      "cert-manager-6b9d8c7f5-hq4zl/cert-manager":
        `I1114 07:31:09 controller.go starting, account hostmaster-canary@larkfield.example
E1114 07:44:10 dns.go challenge wildcard-larkfield-4-1093-7712: request header X-Auth-Token: Cf-Canary_9sKq2LmZx7TtBv3Rn8YwPd4Ha1JcEu6G
E1114 07:44:10 sync.go "error" 401 Unauthorized: token expired on 2026-11-01
`,
      "cert-manager-6b9d8c7f5-hq4zl/cert-manager/previous":
        "E1114 07:31:02 leaderelection.go failed to renew lease: timed out\n",
    },
  },
  label: {
    cause: [["token"], ["expired", "401", "Unauthorized"]],
    distractors: [["rate limit"], ["leaderelection", "leader election", "lease"], ["readiness"]],
    target: [["wildcard-larkfield"], ["ingress"]],
    severity: ["warning", "critical"],
    abstain: false,
  },
  answers: {
    shipped: [
      says(
        "high",
        "E1 L2",
        'The DNS challenge cannot be answered: "401 Unauthorized: token expired on 2026-11-01". So the certificate is not renewed.',
        "wildcard-larkfield in ingress is not renewed, because the DNS provider's API token expired on 2026-11-01. There are 6d 3h left.",
        [
          "Create a new token for the DNS API and put it into the issuer's secret",
          "See that the challenge wildcard-larkfield-4-1093-7712 is presented afterwards",
        ],
        { severity: "warning" },
      ),
      says(
        "high",
        "E1",
        "The API token with which cert-manager writes DNS records has expired, 88 attempts failed with 401.",
        "The certificate wildcard-larkfield (ingress) will run out in 6 days unless the DNS token is renewed.",
        ["Renew the token", "Look for other issuers with the same token"],
        { severity: "warning" },
      ),
      says(
        "high",
        "E1 L2",
        "Renewal hangs at the DNS challenge since the token expired on 2026-11-01 (401 Unauthorized).",
        "cert-manager cannot renew wildcard-larkfield in ingress.",
        ["Replace the expired token"],
        { severity: "critical" },
      ),
    ],
    short: [
      says(
        "high",
        "A1",
        "The ACME rate limit was reached, so no new certificate is issued",
        "Rate limits block the renewal of wildcard-larkfield in ingress.",
        ["Wait a week", "Use the staging server"],
        { severity: "critical" },
      ),
      says(
        "high",
        "E1 L2",
        "The DNS API token expired on 2026-11-01",
        "wildcard-larkfield in ingress can't be renewed, the DNS token expired.",
        ["Renew token [KEY#1] at the DNS provider"],
        { severity: "critical" },
      ),
      says(
        "high",
        "",
        "cert-manager crashed because of a failed leader election",
        "cert-manager restarts, so certificates are not renewed in ingress.",
        ["Restart cert-manager", "kubectl delete certificate wildcard-larkfield -n ingress"],
        { severity: "critical" },
      ),
    ],
    blind: blind(
      "the certificate wildcard-larkfield in ingress runs out in 6d 3h and was not renewed",
      "a challenge that fails",
      "Look at the order and the challenge of wildcard-larkfield",
    ),
  },
};

/** One of two resolvers outside of the cluster does not answer. */
const dnsUpstream: DemoCase = {
  id: "dns-upstream",
  alert: {
    name: "CoreDNSForwardErrorsHigh",
    labels: { severity: "warning", namespace: "kube-system", job: "coredns", to: "10.0.0.53:53" },
    annotations: {
      summary: "CoreDNS forward requests fail.",
      description: "CoreDNS is returning SERVFAIL for 22.1% of forward requests to 10.0.0.53:53.",
    },
    startsAt: "2026-10-23T06:31:00Z",
    expression:
      'sum by (job, to) (rate(coredns_forward_responses_total{rcode="SERVFAIL"}[5m])) / sum by (job, to) (rate(coredns_forward_responses_total[5m])) > 0.03',
  },
  scene: {
    firing: [
      { alertname: "CoreDNSLatencyHigh", severity: "warning", namespace: "kube-system" },
      {
        alertname: "KubeJobFailed",
        severity: "warning",
        namespace: "analytics",
        job_name: "exchange-rates-29358150",
      },
    ],
    cpu: { "coredns-7d9b8c6f5-2jj8d": 0.1911, "coredns-7d9b8c6f5-x9v4t": 0.1877 },
    memory: { "coredns-7d9b8c6f5-2jj8d": 61_865_984, "coredns-7d9b8c6f5-x9v4t": 60_817_408 },
    rule: [[{ job: "coredns", to: "10.0.0.53:53" }, 0.221]],
    measured: [
      [{ job: "coredns", to: "10.0.0.53:53" }, [
        0,
        0,
        0,
        0,
        0.04,
        0.17,
        0.21,
        0.22,
        0.22,
        0.23,
        0.22,
        0.21,
        0.22,
        0.22,
        0.22,
        0.221,
      ]],
      [{ job: "coredns", to: "10.0.0.54:53" }, Array.from({ length: 16 }, () => 0)],
    ],
    events: [],
    pods: [
      {
        name: "coredns-7d9b8c6f5-2jj8d",
        created: "-45 10:00",
        node: "node-1",
        containers: [{ name: "coredns", image: "registry.larkfield.example/k8s/coredns:1.13.1" }],
      },
      {
        name: "coredns-7d9b8c6f5-x9v4t",
        created: "-45 10:00",
        node: "node-5",
        containers: [{ name: "coredns", image: "registry.larkfield.example/k8s/coredns:1.13.1" }],
      },
      {
        name: "metrics-server-5d7c9b8f6-bw2kq",
        created: "-45 10:02",
        node: "node-4",
        containers: [{
          name: "metrics-server",
          image: "registry.larkfield.example/k8s/metrics-server:0.8.0",
          restarts: 3,
          last: { reason: "Error", exit: 2, at: "06:02:40" },
        }],
      },
    ],
    logs: {
      "metrics-server-5d7c9b8f6-bw2kq/metrics-server":
        'E1023 06:30:11 scraper.go "Failed to scrape node" err="Get https://10.0.0.17:10250/metrics/resource: context deadline exceeded" node="node-7"\n',
      "metrics-server-5d7c9b8f6-bw2kq/metrics-server/previous":
        "E1023 06:02:39 server.go unable to load configmap: dial tcp 10.43.0.1:443: i/o timeout\n",
    },
  },
  label: {
    cause: [["10.0.0.53"], [
      "upstream",
      "resolver",
      "forward",
      "name server",
      "nameserver",
      "SERVFAIL",
      "DNS server",
    ]],
    distractors: [["metrics-server"], ["ndots"], ["CoreDNS is overloaded", "overload"]],
    target: [["kube-system", "coredns", "CoreDNS"], ["10.0.0.53", "10.0.0.53:53"]],
    severity: ["warning"],
    abstain: false,
  },
  answers: {
    shipped: [
      says(
        "medium",
        "M5 M4 M1 P1",
        "The resolver 10.0.0.53:53 outside of the cluster answers 0.221 of the requests with SERVFAIL, while 10.0.0.54:53 has no errors at all and both pods of CoreDNS are well. So the fault lies with that one resolver or behind it.",
        "CoreDNS in kube-system gets SERVFAIL from the upstream resolver 10.0.0.53 since about 06:08; the other one, 10.0.0.54, is fine.",
        [
          "Look at the resolver 10.0.0.53 itself",
          "Take it out of CoreDNS' forward list until then",
          "See which names fail",
        ],
        { severity: "warning", gaps: ["Log of CoreDNS: not read, its pods are well"] },
      ),
      says(
        "medium",
        "M5 P1",
        "Only forwards to 10.0.0.53:53 fail, so it is that name server, not CoreDNS.",
        "One of two upstream resolvers (10.0.0.53) returns SERVFAIL for about 22 % of the requests of CoreDNS.",
        ["Check 10.0.0.53", "Prefer 10.0.0.54 meanwhile"],
        { severity: "warning" },
      ),
      says(
        "medium",
        "M5 M4",
        "The upstream 10.0.0.53:53 began to fail between 06:08 and 06:12, the upstream 10.0.0.54:53 did not.",
        "Name resolution in the cluster (CoreDNS) suffers from a failing upstream name server, 10.0.0.53.",
        ["Ask whoever runs 10.0.0.53", "Query it directly for a few names"],
        { severity: "warning" },
      ),
    ],
    short: [
      says(
        "high",
        "M1",
        "CoreDNS is overloaded: two replicas are not enough",
        "CoreDNS is overloaded and returns SERVFAIL (kube-system, 10.0.0.53).",
        ["Scale CoreDNS to 4 replicas", "Enable NodeLocal DNSCache"],
        { severity: "critical" },
      ),
      says(
        "high",
        "M5",
        "The upstream DNS server 10.0.0.53 returns SERVFAIL",
        "Upstream DNS 10.0.0.53 has problems, CoreDNS forwards fail.",
        ["Use 8.8.8.8 as upstream"],
        { severity: "critical" },
      ),
      says(
        "high",
        "",
        "ndots:5 multiplies DNS queries and overloads the forwarders",
        "Too many DNS queries because of ndots:5 in kube-system.",
        ["Set ndots to 2"],
        { severity: "warning" },
      ),
    ],
    blind: blind(
      "CoreDNS gets SERVFAIL for 22.1% of its forwards to 10.0.0.53:53",
      "an upstream resolver with troubles",
      "Query 10.0.0.53 directly",
    ),
  },
};

/** The alert says down, everything that could be read says up. */
const contradictory: DemoCase = {
  id: "node-contradictory",
  alert: {
    name: "KubeNodeNotReady",
    labels: {
      severity: "critical",
      node: "node-4",
      namespace: "monitoring",
      pod: "kube-state-metrics-7c9b8d6f5-lw3pn",
      condition: "Ready",
      status: "true",
    },
    annotations: {
      summary: "Node is not ready.",
      description: "node-4 has been unready for more than 15 minutes.",
    },
    startsAt: "2026-10-29T23:16:00Z",
    expression: 'kube_node_status_condition{condition="Ready",status="true"} == 0',
  },
  scene: {
    firing: [{
      alertname: "KubeStateMetricsListErrors",
      severity: "critical",
      namespace: "monitoring",
    }],
    cpu: { "kube-state-metrics-7c9b8d6f5-lw3pn": 0.0119, "prometheus-main-0": 1.4907 },
    memory: { "kube-state-metrics-7c9b8d6f5-lw3pn": 71_303_168 },
    rule: [],
    measured: [
      [{ node: "node-4", condition: "Ready", status: "true" }, [
        1,
        1,
        1,
        1,
        1,
        1,
        1,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        1,
      ]],
    ],
    named: {
      "Conditions of the node that hold": [
        [{ node: "node-4", condition: "Ready" }, 1],
        [{ node: "node-4", condition: "NetworkUnavailable" }, 1],
      ],
    },
    notices: ["PromQL warning: results may be stale: 1 of 2 replicas answered"],
    events: forbidden("events", "monitoring"),
    pods: [
      {
        name: "kube-state-metrics-7c9b8d6f5-lw3pn",
        created: "-4 11:54",
        node: "node-2",
        containers: [{
          name: "kube-state-metrics",
          image: "registry.larkfield.example/monitoring/kube-state-metrics:2.18.0",
        }],
      },
      {
        name: "node-exporter-4vv9s",
        created: "-90 08:00",
        node: "node-4",
        containers: [{
          name: "node-exporter",
          image: "registry.larkfield.example/monitoring/node-exporter:1.10.2",
          restarts: 1,
          last: { reason: "Error", exit: 143, at: "22:41:03" },
        }],
      },
      wellPod("prometheus-main-0", { container: "prometheus" }),
    ],
    logs: {
      "kube-state-metrics-7c9b8d6f5-lw3pn/kube-state-metrics":
        `I1029 23:01:12 trace.go "List" resource="nodes" total time: 10412ms
E1029 23:02:30 reflector.go failed to list *v1.Node: the server was unable to return a response in the time allotted
I1029 23:16:11 reflector.go nodes synced again
`,
      "node-exporter-4vv9s/node-exporter":
        'ts=2026-10-29T22:41:05Z level=info msg="Listening on" address=[::]:9100\n',
      "node-exporter-4vv9s/node-exporter/previous": TIMED_OUT,
    },
  },
  label: {
    cause: [],
    distractors: [["node-exporter"], ["kubelet is down", "kubelet stopped", "kubelet crashed"], [
      "hardware",
    ]],
    target: [["node-4"]],
    severity: ["warning", "info", "critical"],
    abstain: true,
    note:
      "Ready and NetworkUnavailable at once, a rule without a result, stale answers: it cannot be told whether the node was ever away.",
  },
  answers: {
    shipped: [
      abstains(
        "The evidence contradicts itself: node-4 is reported unready since 23:02, yet its condition Ready holds again now and the rule has no result any more. Whether the node was away or only its reporting was cannot be told.",
        [
          "Ask the API server for node-4 directly",
          "Look at kube-state-metrics: it could not list nodes at 23:02:30",
        ],
        {
          severity: "warning",
          gaps: ["Events: 403", "Log of node-exporter-4vv9s before its restart: timed out"],
          also: [[
            "low",
            "L1 M5",
            "kube-state-metrics could not list nodes from 23:02:30 to 23:16:11, so the state of node-4 may just have been old",
          ]],
        },
      ),
      abstains(
        "Inconclusive: Ready and NetworkUnavailable hold for node-4 at the same time, and the server warns that its results may be stale.",
        [
          "Check node-4 itself (kubelet, network)",
          "Check why one of two replicas of the metrics server did not answer",
        ],
        {
          severity: "warning",
          gaps: ["Events could not be listed: 403", "Conditions of node-4 from the API server"],
        },
      ),
      says(
        "medium",
        "L1 M4",
        "A false alarm by kube-state-metrics, which could not list nodes between 23:02:30 and 23:16:11 and so kept an old state of node-4",
        "node-4 is probably well: the alert fits the time in which kube-state-metrics had no fresh list of nodes.",
        ["Confirm on node-4", "Look at the API server's latency at 23:01"],
        { severity: "info", gaps: ["Events: 403"] },
      ),
    ],
    short: [
      says(
        "high",
        "P1",
        "The kubelet is down on node-4",
        "node-4 is not ready because the kubelet crashed.",
        ["systemctl restart kubelet", "Drain node-4"],
        { severity: "critical" },
      ),
      says(
        "high",
        "L3",
        "node-exporter crashed at 22:41 on node-4, which shows a hardware problem",
        "Hardware failure on node-4.",
        ["Replace node-4"],
        { severity: "critical" },
      ),
      fenced(abstains(
        "node-4 looks ready again, the context is contradictory.",
        ["Check kubectl get nodes"],
        { severity: "info" },
      )),
    ],
    blind: blind(
      "node-4 is reported as unready for more than 15 minutes",
      "a kubelet that does not report, or a network that is cut",
      "Look at the conditions and the kubelet of node-4",
    ),
  },
};

/** The cluster itself. */
export const PLATFORM: readonly DemoCase[] = [slowDisk, dnsToken, dnsUpstream, contradictory];
