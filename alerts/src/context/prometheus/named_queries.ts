/**
 * What is asked of the metrics server: for every alert, for alerts of a namespace, and by the name of
 * the alert. A `$label` stands for the quoted value of the alert's label; a query whose labels the
 * alert does not have is not asked.
 *
 * @module
 */

/** A query with a title. */
export interface NamedQuery {
  /** For people and for the model: what this is, with its unit. */
  readonly title: string;
  /** PromQL with placeholders. */
  readonly expression: string;
}

/** Alerts that fire. */
export const FIRING_ALERTS: NamedQuery = {
  title: "Alerts that fire now",
  expression: 'ALERTS{alertstate="firing"}',
};

/** For every alert of a namespace. */
export const NAMESPACE_QUERIES: readonly NamedQuery[] = [
  {
    title: "CPU use by pod [cores]",
    expression: "topk(10, sum by (pod) (rate(container_cpu_usage_seconds_total" +
      '{namespace=$namespace,container!="",image!=""}[5m])))',
  },
  {
    title: "Memory working set by pod [bytes]",
    expression: "topk(10, sum by (pod) (max by (pod, container) " +
      '(container_memory_working_set_bytes{namespace=$namespace,container!="",image!=""})))',
  },
  {
    title: "Restarts by container within the last hour",
    expression: "topk(10, sum by (pod, container) (increase(" +
      "kube_pod_container_status_restarts_total{namespace=$namespace}[1h]))) > 0",
  },
];

const WAITING: NamedQuery = {
  title: "Why containers of the pod wait",
  expression: "kube_pod_container_status_waiting_reason{namespace=$namespace,pod=$pod} == 1",
};
const TERMINATED: NamedQuery = {
  title: "Why containers of the pod ended last",
  expression:
    "kube_pod_container_status_last_terminated_reason{namespace=$namespace,pod=$pod} == 1",
};
const EXIT_CODE: NamedQuery = {
  title: "Exit code with which containers of the pod ended last",
  expression: "kube_pod_container_status_last_terminated_exitcode{namespace=$namespace,pod=$pod}",
};
const MEMORY_SHARE: NamedQuery = {
  title: "Highest memory use of the pod within the last hour as a share of its limit",
  expression: "max by (container) (max_over_time(container_memory_working_set_bytes" +
    '{namespace=$namespace,pod=$pod,container!=""}[1h])) / on (container) max by (container) ' +
    '(kube_pod_container_resource_limits{namespace=$namespace,pod=$pod,resource="memory"})',
};
const THROTTLED: NamedQuery = {
  title: "Share of CPU periods in which containers of the pod were throttled",
  expression: "sum by (container) (rate(container_cpu_cfs_throttled_periods_total" +
    "{namespace=$namespace,pod=$pod}[5m])) / sum by (container) " +
    "(rate(container_cpu_cfs_periods_total{namespace=$namespace,pod=$pod}[5m]))",
};
const CONDITIONS: NamedQuery = {
  title: "Conditions of the node that hold",
  expression: 'kube_node_status_condition{node=$node,status="true"} == 1',
};
const VOLUME: readonly NamedQuery[] = [
  {
    title: "Free share of the volume",
    expression: "kubelet_volume_stats_available_bytes{namespace=$namespace," +
      "persistentvolumeclaim=$persistentvolumeclaim} / kubelet_volume_stats_capacity_bytes" +
      "{namespace=$namespace,persistentvolumeclaim=$persistentvolumeclaim}",
  },
  {
    title: "Growth of the volume's content over six hours [bytes/s]",
    expression: "deriv(kubelet_volume_stats_used_bytes{namespace=$namespace," +
      "persistentvolumeclaim=$persistentvolumeclaim}[6h])",
  },
];
const FILESYSTEM: readonly NamedQuery[] = [
  {
    title: "Free share of the file systems of the machine",
    expression: 'node_filesystem_avail_bytes{instance=$instance,fstype!~"tmpfs|overlay"} / ' +
      'node_filesystem_size_bytes{instance=$instance,fstype!~"tmpfs|overlay"}',
  },
  {
    title: "Free share of the inodes of the machine",
    expression: 'node_filesystem_files_free{instance=$instance,fstype!~"tmpfs|overlay"} / ' +
      'node_filesystem_files{instance=$instance,fstype!~"tmpfs|overlay"}',
  },
];
const POD: readonly NamedQuery[] = [WAITING, TERMINATED, EXIT_CODE, MEMORY_SHARE];

/** By the label `alertname`. The names are those of the usual rules for Kubernetes and machines. */
export const NAMED_QUERIES: Readonly<Record<string, readonly NamedQuery[]>> = {
  KubePodCrashLooping: POD,
  KubeContainerWaiting: POD,
  KubeContainerOOMKilled: POD,
  KubePodNotReady: [
    ...POD,
    {
      title: "Whether the pod cannot be scheduled",
      expression: "kube_pod_status_unschedulable{namespace=$namespace,pod=$pod} == 1",
    },
  ],
  CPUThrottlingHigh: [
    THROTTLED,
    {
      title: "CPU limits of the pod [cores]",
      expression:
        'kube_pod_container_resource_limits{namespace=$namespace,pod=$pod,resource="cpu"}',
    },
  ],
  KubeDeploymentReplicasMismatch: [
    {
      title: "Replicas that are wanted",
      expression: "kube_deployment_spec_replicas{namespace=$namespace,deployment=$deployment}",
    },
    {
      title: "Replicas that are available",
      expression:
        "kube_deployment_status_replicas_available{namespace=$namespace,deployment=$deployment}",
    },
  ],
  KubeStatefulSetReplicasMismatch: [
    {
      title: "Replicas that are wanted",
      expression: "kube_statefulset_replicas{namespace=$namespace,statefulset=$statefulset}",
    },
    {
      title: "Replicas that are ready",
      expression:
        "kube_statefulset_status_replicas_ready{namespace=$namespace,statefulset=$statefulset}",
    },
  ],
  KubeDaemonSetRolloutStuck: [
    {
      title: "Nodes on which the pod is wanted and not available",
      expression:
        "kube_daemonset_status_number_unavailable{namespace=$namespace,daemonset=$daemonset}",
    },
  ],
  KubeJobFailed: [
    {
      title: "Why the job failed",
      expression: "kube_job_status_failed{namespace=$namespace,job_name=$job_name} > 0",
    },
  ],
  KubeHpaMaxedOut: [
    {
      title: "What the autoscaler measures",
      expression: "kube_horizontalpodautoscaler_status_target_metric{namespace=$namespace," +
        "horizontalpodautoscaler=$horizontalpodautoscaler}",
    },
  ],
  KubePersistentVolumeFillingUp: VOLUME,
  KubePersistentVolumeInodesFillingUp: VOLUME,
  KubeNodeNotReady: [CONDITIONS],
  KubeNodeUnreachable: [CONDITIONS],
  KubeNodePressure: [CONDITIONS],
  NodeFilesystemSpaceFillingUp: FILESYSTEM,
  NodeFilesystemAlmostOutOfSpace: FILESYSTEM,
  NodeFilesystemFilesFillingUp: FILESYSTEM,
  NodeFilesystemAlmostOutOfFiles: FILESYSTEM,
  NodeMemoryHighUtilization: [
    {
      title: "Memory that is available on the machine [bytes]",
      expression: "node_memory_MemAvailable_bytes{instance=$instance}",
    },
  ],
  NodeCPUHighUsage: [
    {
      title: "CPU use of the machine by mode [cores]",
      expression: "sum by (mode) (rate(node_cpu_seconds_total{instance=$instance}[5m]))",
    },
  ],
  TargetDown: [
    {
      title: "Targets of the job that cannot be scraped",
      expression: "up{job=$job} == 0",
    },
  ],
};
