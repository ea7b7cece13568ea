import type { V1ContainerState, V1ContainerStatus, V1Pod } from "@kubernetes/client-node";
import { sceneTime } from "./scene_time.ts";

/** How a container ended. */
export interface SceneEnd {
  readonly reason: string;
  readonly exit: number;
  readonly at: string;
  readonly message?: string;
}

/** A container of a scene. What is not said is well. */
export interface SceneContainer {
  readonly name: string;
  readonly image: string;
  /** @default {true} for one that runs, else {false} */
  readonly ready?: boolean;
  /** @default {0} */
  readonly restarts?: number;
  /** Since when. @default since the pod was created */
  readonly running?: string;
  /** Reason and message. */
  readonly waiting?: readonly [string, string?];
  readonly ended?: SceneEnd;
  /** The end before the last restart. */
  readonly last?: SceneEnd;
}

/** A pod of a scene. */
export interface ScenePod {
  readonly name: string;
  readonly created: string;
  readonly node?: string;
  /** @default {"Running"} */
  readonly phase?: string;
  readonly reason?: string;
  readonly message?: string;
  readonly isTerminating?: true;
  /** Conditions that do not hold: type, reason, message. */
  readonly not?: readonly (readonly [string, string, string])[];
  readonly init?: readonly SceneContainer[];
  readonly containers: readonly SceneContainer[];
}

/** A pod that is well. */
export function wellPod(
  name: string,
  { created = "-9 08:00", container = name.replace(/-[^-]+(-[^-]+)?$/, ""), restarts = 0 } = {},
): ScenePod {
  const image = `registry.larkfield.example/${container}:stable`;
  return { name, created, node: "node-1", containers: [{ name: container, image, restarts }] };
}

/** A pod as the API server tells of it. */
export function podOf(pod: ScenePod, day: number): V1Pod {
  const { name, created, node, phase = "Running", not = [] } = pod;
  const date = (text: string) => new Date(sceneTime(text, day));
  const ended = ({ reason, exit, at, message }: SceneEnd) => ({
    reason,
    exitCode: exit,
    finishedAt: date(at),
    ...(message !== undefined && { message }),
  });
  const stateOf = ({ running, waiting, ended: end }: SceneContainer): V1ContainerState => {
    if (waiting) {
      const [reason, message] = waiting;
      return { waiting: { reason, ...(message !== undefined && { message }) } };
    }
    return end ? { terminated: ended(end) } : { running: { startedAt: date(running ?? created) } };
  };
  const status = (one: SceneContainer): V1ContainerStatus => ({
    name: one.name,
    image: one.image,
    imageID: "",
    ready: one.ready ?? (!one.waiting && !one.ended),
    restartCount: one.restarts ?? 0,
    state: stateOf(one),
    ...(one.last && { lastState: { terminated: ended(one.last) } }),
  });
  return {
    metadata: {
      name,
      creationTimestamp: date(created),
      ...(pod.isTerminating && { deletionTimestamp: date(created) }),
    },
    spec: { containers: [], ...(node !== undefined && { nodeName: node }) },
    status: {
      phase,
      ...(pod.reason !== undefined && { reason: pod.reason }),
      ...(pod.message !== undefined && { message: pod.message }),
      conditions: not.map(([type, reason, message]) => ({
        type,
        status: "False",
        reason,
        message,
      })),
      ...(pod.init && { initContainerStatuses: pod.init.map(status) }),
      containerStatuses: pod.containers.map(status),
    },
  };
}
