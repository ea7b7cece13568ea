import { fenced, says } from "../answers.ts";
import { blind } from "../blind_answers.ts";
import type { DemoCase } from "../demo_case.ts";
import { TIMED_OUT } from "../failure.ts";
import { wellPod } from "../pod_of.ts";

const EXPRESSION = 'kube_deployment_spec_replicas{job="kube-state-metrics"} > ' +
  'kube_deployment_status_replicas_available{job="kube-state-metrics"}';

/** The namespace's quota leaves no room for another pod. */
const quota: DemoCase = {
  id: "replicas-quota",
  alert: {
    name: "KubeDeploymentReplicasMismatch",
    labels: { severity: "warning", namespace: "staging", deployment: "web", team: "shop" },
    annotations: {
      summary: "Deployment has not matched the expected number of replicas.",
      description:
        "Deployment staging/web has not matched the expected number of replicas for longer than 15 minutes.",
    },
    startsAt: "2026-09-10T08:35:00Z",
    expression: EXPRESSION,
  },
  scene: {
    firing: [{
      alertname: "KubeQuotaAlmostFull",
      severity: "info",
      namespace: "staging",
      resource: "limits.memory",
    }],
    cpu: { "load-test-7f9c-hx2jd": 1.9731, "web-6d5b8c9f7-r4k9p": 0.2261 },
    memory: {
      "load-test-7f9c-hx2jd": 3_865_470_566,
      "web-6d5b8c9f7-r4k9p": 412_090_368,
      "web-6d5b8c9f7-zt5lw": 402_653_184,
    },
    rule: [[{ namespace: "staging", deployment: "web" }, 4]],
    named: {
      "Replicas that are wanted": [[{ namespace: "staging", deployment: "web" }, 4]],
      "Replicas that are available": [[{ namespace: "staging", deployment: "web" }, 2]],
    },
    events: [
      [
        "08:35:01",
        "FailedCreate",
        "ReplicaSet/web-6d5b8c9f7",
        'Error creating: pods "web-6d5b8c9f7-" is forbidden: exceeded quota: team-quota, requested: limits.memory=1Gi, used: limits.memory=15872Mi, limited: limits.memory=16Gi',
        29,
      ],
      [
        "07:58:12",
        "Unhealthy",
        "Pod/web-6d5b8c9f7-zt5lw",
        'Liveness probe failed: Get "http://10.42.6.19:8080/healthz": EOF',
        1,
      ],
    ],
    pods: [
      {
        name: "web-6d5b8c9f7-r4k9p",
        created: "-2 10:11",
        node: "node-6",
        containers: [{ name: "web", image: "registry.larkfield.example/shop/web:2026.9.1" }],
      },
      {
        name: "web-6d5b8c9f7-zt5lw",
        created: "-2 10:11",
        node: "node-3",
        containers: [{
          name: "web",
          image: "registry.larkfield.example/shop/web:2026.9.1",
          restarts: 1,
          last: { reason: "Error", exit: 2, at: "07:58:14" },
        }],
      },
      wellPod("load-test-7f9c-hx2jd", { container: "load-test", created: "08:12" }),
    ],
    logs: {
      "web-6d5b8c9f7-r4k9p/web": "08:34:51 GET /cart 200 18 ms\n08:34:55 GET /search 200 61 ms\n",
      "web-6d5b8c9f7-zt5lw/web": "08:34:49 GET / 200 4 ms\n",
      "web-6d5b8c9f7-zt5lw/web/previous":
        "07:58:13 panic: runtime error: invalid memory address or nil pointer dereference\n",
    },
  },
  label: {
    cause: [["quota", "team-quota"], ["memory", "limits.memory"]],
    distractors: [["panic", "nil pointer"], ["liveness"]],
    target: [["staging"], ["web"]],
    severity: ["warning", "info"],
    abstain: false,
  },
  answers: {
    shipped: [
      says(
        "high",
        "E1 M6 M7",
        'Two of four replicas cannot be created: "exceeded quota: team-quota, requested: limits.memory=1Gi, used: limits.memory=15872Mi, limited: limits.memory=16Gi".',
        "The deployment web in staging wants 4 replicas and has 2, as the memory quota of the namespace is used up. load-test-7f9c-hx2jd uses the most memory there and may hold what is missing.",
        ["End the load test if it is done", "Else raise team-quota or lower the limits of web"],
        { severity: "warning" },
      ),
      says(
        "high",
        "E1",
        "The memory quota team-quota of staging is exceeded: used 15872Mi of 16Gi, and each pod of web asks for 1Gi.",
        "staging/web cannot be scaled to 4 because the quota for memory limits is full.",
        [
          "See which pods in staging have the largest limits",
          "Ask the team shop about the load test",
        ],
        { severity: "warning", gaps: ["Memory limits by pod"] },
      ),
      says(
        "high",
        "E1 A1",
        'The ReplicaSet web-6d5b8c9f7 may not create pods: "exceeded quota: team-quota", limits.memory is reached.',
        "Quota keeps web in staging at 2 of 4 replicas.",
        [
          "Free memory in the quota of staging",
          "Look later at the panic at 07:58:13 of web-6d5b8c9f7-zt5lw, which is another matter",
        ],
        { severity: "info" },
      ),
    ],
    short: [
      says(
        "high",
        "L3",
        "The application panics with a nil pointer dereference, so replicas are unavailable",
        "web crashes in staging.",
        ["Fix the nil pointer in web 2026.9.1", "Roll back"],
        { severity: "critical" },
      ),
      says(
        "high",
        "E1",
        "Exceeded quota: team-quota. The memory quota of staging is full.",
        "web in staging can't create pods because of the memory quota.",
        ["kubectl edit resourcequota team-quota -n staging"],
        { severity: "warning" },
      ),
      says(
        "high",
        "",
        "The namespace quota is exceeded by memory (16Gi of 16Gi used), 2 pods of web-6d5b8c9f7 are pending on node-7",
        "staging/web: quota.",
        ["Increase the quota to 32Gi"],
        { severity: "critical" },
      ),
    ],
    blind: blind(
      "the deployment web in staging has fewer replicas than it should",
      "pods that cannot be created or do not become ready",
      "Look at the ReplicaSet of web and its events",
    ),
  },
};

/** A release moved the path that the readiness probe asks for. */
const readinessPath: DemoCase = {
  id: "replicas-readiness-path",
  alert: {
    name: "KubeDeploymentReplicasMismatch",
    labels: { severity: "warning", namespace: "shop", deployment: "recommend", team: "discovery" },
    annotations: {
      summary: "Deployment has not matched the expected number of replicas.",
      description:
        "Deployment shop/recommend has not matched the expected number of replicas for longer than 15 minutes.",
    },
    startsAt: "2026-11-09T11:05:00Z",
    expression: EXPRESSION,
  },
  scene: {
    firing: [{
      alertname: "CPUThrottlingHigh",
      severity: "info",
      namespace: "shop",
      pod: "catalog-5d8f7c9b6-t7x4n",
      container: "catalog",
    }],
    cpu: { "recommend-84f7b6c5d-n8q2x": 0.4133, "recommend-6c9d7b8f4-jw7hs": 0.3871 },
    memory: TIMED_OUT,
    rule: [[{ namespace: "shop", deployment: "recommend" }, 3]],
    named: {
      "Replicas that are wanted": [[{ namespace: "shop", deployment: "recommend" }, 3]],
      "Replicas that are available": [[{ namespace: "shop", deployment: "recommend" }, 2]],
    },
    events: [
      [
        "11:05:10",
        "Unhealthy",
        "Pod/recommend-84f7b6c5d-n8q2x",
        "Readiness probe failed: HTTP probe failed with statuscode: 404",
        101,
      ],
      [
        "-1 17:22:09",
        "FailedMount",
        "Pod/recommend-6c9d7b8f4-jw7hs",
        'MountVolume.SetUp failed for volume "model" : timed out waiting for the condition',
        2,
      ],
    ],
    pods: [
      {
        name: "recommend-84f7b6c5d-n8q2x",
        created: "10:48:33",
        node: "node-2",
        not: [["Ready", "ContainersNotReady", "containers with unready status: [recommend]"]],
        containers: [{
          name: "recommend",
          image: "registry.larkfield.example/discovery/recommend:3.0.0",
          ready: false,
          running: "10:48:51",
        }],
      },
      {
        name: "recommend-6c9d7b8f4-jw7hs",
        created: "-1 17:21",
        node: "node-1",
        containers: [{
          name: "recommend",
          image: "registry.larkfield.example/discovery/recommend:2.17.5",
        }],
      },
      {
        name: "recommend-6c9d7b8f4-q6v9k",
        created: "-1 17:20",
        node: "node-4",
        containers: [{
          name: "recommend",
          image: "registry.larkfield.example/discovery/recommend:2.17.5",
        }],
      },
    ],
    logs: {
      "recommend-84f7b6c5d-n8q2x/recommend":
        `10:48:52 INFO recommend 3.0.0, model 2026-11-08 loaded in 14.2 s
10:49:06 INFO health endpoints moved: GET /livez, GET /readyz (was /health)
10:49:06 INFO listening on :8000
10:49:16 WARN 404 GET /health kube-probe/1.31
11:04:56 WARN 404 GET /health kube-probe/1.31
11:05:06 WARN 404 GET /health kube-probe/1.31
`,
      "recommend-6c9d7b8f4-jw7hs/recommend": "11:04:58 INFO 200 GET /health kube-probe/1.31\n",
      "recommend-6c9d7b8f4-q6v9k/recommend": "11:05:01 INFO 200 GET /health kube-probe/1.31\n",
    },
  },
  label: {
    cause: [["404", "/health", "/readyz", "readiness probe", "probe"], [
      "moved",
      "path",
      "3.0.0",
      "endpoint",
    ]],
    distractors: [["model"], ["FailedMount"], ["throttled", "throttling", "CPUThrottlingHigh"]],
    target: [["shop"], ["recommend"]],
    severity: ["warning"],
    abstain: false,
  },
  answers: {
    shipped: [
      says(
        "high",
        "L1 E1 P1",
        'The readiness probe asks for a path that 3.0.0 does not have any more: "health endpoints moved: GET /livez, GET /readyz (was /health)", and the probe gets 404, 101 times.',
        "The new version 3.0.0 of recommend in shop runs but never becomes ready, because the probe still asks /health. Two old pods serve.",
        [
          "Change the readiness probe of the deployment recommend to /readyz",
          "Check the liveness probe too: it would be /livez",
        ],
        { severity: "warning", gaps: ["M2 memory: timed out after 5 s"] },
      ),
      says(
        "high",
        "L1 E1",
        "The probe path /health answers 404 since the endpoints moved in 3.0.0; the process itself is listening on :8000 since 10:49:06.",
        "shop/recommend: the rollout of 3.0.0 hangs at its readiness probe, which uses the old path.",
        ["Set the path of the probe to /readyz", "Or roll back to 2.17.5"],
        { severity: "warning" },
      ),
      says(
        "high",
        "E1 L1 L2",
        'Readiness fails with "HTTP probe failed with statuscode: 404": old pods answer /health with 200, the new one moved it to /readyz.',
        "recommend in shop has 2 of 3 replicas; the new release moved its health path and the probe was not changed.",
        ["Adapt the probe in the chart of recommend"],
        { severity: "warning" },
      ),
    ],
    short: [
      says(
        "high",
        "E1",
        "Readiness probe fails with 404 because the endpoint moved to /readyz in version 3.0.0",
        "recommend in shop isn't ready.",
        ["Fix probe path"],
        { severity: "warning" },
      ),
      says(
        "high",
        "E1 L1",
        "The application is not deployed correctly: recommend returns 404 on its health path",
        "The pod recommend-84f7b6c5d-n8q2x is unhealthy (404).",
        ["Rollback to 2.17.5"],
        { severity: "critical" },
      ),
      fenced(says(
        "high",
        "E2",
        "The volume with the model cannot be mounted, so the service has no model",
        "recommend can't load its model due to FailedMount.",
        ["Check the PVC of the model", "Delete the pod"],
        { severity: "critical" },
      )),
    ],
    blind: blind(
      "the deployment recommend in shop does not have all of its replicas",
      "a rollout whose new pods are not ready",
      "Compare the old and the new ReplicaSet of recommend",
    ),
  },
};

/** A node died with the volume attached to it. */
const multiAttach: DemoCase = {
  id: "statefulset-multi-attach",
  alert: {
    name: "KubeStatefulSetReplicasMismatch",
    labels: { severity: "warning", namespace: "databases", statefulset: "orders-db" },
    annotations: {
      summary: "StatefulSet has not matched the expected number of replicas.",
      description:
        "StatefulSet databases/orders-db has not matched the expected number of replicas for longer than 15 minutes.",
    },
    startsAt: "2026-10-02T04:58:00Z",
    expression: "kube_statefulset_status_replicas_ready != kube_statefulset_replicas",
  },
  scene: {
    firing: [
      { alertname: "KubeNodeNotReady", severity: "critical", node: "node-3" },
      {
        alertname: "PostgresqlReplicationLag",
        severity: "warning",
        namespace: "databases",
        pod: "orders-db-2",
      },
    ],
    cpu: { "orders-db-0": 0.8821, "orders-db-2": 0.3102 },
    memory: { "orders-db-0": 4_123_168_604, "orders-db-2": 3_972_844_748 },
    rule: [[{ namespace: "databases", statefulset: "orders-db" }, 2]],
    named: {
      "Replicas that are wanted": [[{ namespace: "databases", statefulset: "orders-db" }, 3]],
      "Replicas that are ready": [[{ namespace: "databases", statefulset: "orders-db" }, 2]],
    },
    events: [
      [
        "04:57:31",
        "FailedAttachVolume",
        "Pod/orders-db-1",
        'Multi-Attach error for volume "pvc-7d1f20c4-8c55-4a8e-9d53-0f1b7b9f2e61" Volume is already exclusively attached to one node and can\'t be attached to another',
        9,
      ],
      ["04:40:02", "NodeNotReady", "Pod/orders-db-1", "Node is not ready", 1],
      [
        "04:20:15",
        "Unhealthy",
        "Pod/orders-db-2",
        "Readiness probe failed: pg_isready timed out",
        2,
      ],
    ],
    pods: [
      {
        name: "orders-db-1",
        created: "04:45:40",
        node: "node-6",
        phase: "Pending",
        not: [["Ready", "ContainersNotReady", "containers with unready status: [postgres]"]],
        containers: [{
          name: "postgres",
          image: "registry.larkfield.example/databases/postgres:17.6",
          waiting: ["ContainerCreating"],
        }],
      },
      {
        name: "orders-db-0",
        created: "-31 12:00",
        node: "node-1",
        containers: [{
          name: "postgres",
          image: "registry.larkfield.example/databases/postgres:17.6",
        }],
      },
      {
        name: "orders-db-2",
        created: "-31 12:02",
        node: "node-5",
        containers: [{
          name: "postgres",
          image: "registry.larkfield.example/databases/postgres:17.6",
        }],
      },
    ],
    logs: {
      "orders-db-0/postgres":
        `2026-10-02 04:40:11 UTC LOG:  terminating walsender process due to replication timeout
2026-10-02 04:57:02 UTC LOG:  checkpoint complete: wrote 1204 buffers (0.9%)
`,
      "orders-db-2/postgres":
        "2026-10-02 04:56:44 UTC LOG:  restartpoint complete: wrote 988 buffers (0.7%)\n",
    },
  },
  label: {
    cause: [["Multi-Attach", "still attached", "already exclusively attached", "attached to"], [
      "node-3",
      "node",
      "NodeNotReady",
    ]],
    distractors: [["pg_isready"], ["replication lag", "PostgresqlReplicationLag"]],
    target: [["databases"], ["orders-db", "orders-db-1"]],
    severity: ["warning", "critical"],
    abstain: false,
  },
  answers: {
    shipped: [
      says(
        "high",
        "E1 A1 P1",
        'orders-db-1 was moved to node-6 after its node became not ready at 04:40:02, but its volume is still held there: "Multi-Attach error", 9 times. KubeNodeNotReady fires for node-3.',
        "orders-db-1 in databases cannot start on node-6, because its volume is still attached to the dead node-3. Two of three replicas work.",
        [
          "Find out whether node-3 is really off before anything else: its volume must not be written by two nodes",
          "When it is off for certain, let the volume be detached from node-3 (out-of-service taint)",
          "Watch orders-db-0 and orders-db-2 meanwhile",
        ],
        { severity: "critical" },
      ),
      says(
        "high",
        "E1 P1",
        "The volume pvc-7d1f20c4-8c55-4a8e-9d53-0f1b7b9f2e61 is exclusively attached to another node, the one that went away at 04:40.",
        "orders-db in databases has 2 of 3 replicas: the volume of orders-db-1 hangs at the failed node.",
        ["Check the state of node-3", "See the VolumeAttachment of the volume"],
        {
          severity: "warning",
          gaps: ["Which node holds the volume is not said; node-3 is the one that is not ready"],
        },
      ),
      says(
        "high",
        "E1 A1",
        '"Volume is already exclusively attached to one node" (Multi-Attach): the old node, most likely node-3, still holds the volume of orders-db-1.',
        "orders-db-1 in databases waits for its volume, which is still attached to node-3.",
        [
          "Confirm that node-3 is off",
          "Detach the volume from it",
          "Look at the replication of orders-db-2",
        ],
        { severity: "warning" },
      ),
    ],
    short: [
      says(
        "high",
        "E1",
        "Multi-Attach error: volume is attached to another node",
        "orders-db-1 in databases can't attach its volume.",
        [
          "kubectl delete pod orders-db-1 --force --grace-period=0",
          "kubectl delete volumeattachment --all",
        ],
        { severity: "critical" },
      ),
      says(
        "high",
        "A1 E3",
        "Replication lag on orders-db-2 makes the readiness probe (pg_isready) fail",
        "PostgreSQL replication is broken in orders-db.",
        ["Rebuild orders-db-2"],
        { severity: "critical" },
      ),
      says(
        "high",
        "A1",
        "node-3 is not ready. The volume of orders-db-1 is still attached to it (Multi-Attach).",
        "node-3 failure blocks orders-db in databases.",
        ["Restart node-3"],
        { severity: "critical" },
      ),
    ],
    blind: blind(
      "the StatefulSet orders-db in databases has fewer ready replicas than it should",
      "one replica of the database that does not start",
      "Look at the pods of orders-db and their volumes",
    ),
  },
};

/** Workloads with too few replicas. */
export const REPLICAS: readonly DemoCase[] = [quota, readinessPath, multiAttach];
