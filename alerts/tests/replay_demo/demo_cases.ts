import type { DemoCase } from "./demo_case.ts";
import { CRASH_LOOPING } from "./cases/crash_looping.ts";
import { HOST_RESOURCES } from "./cases/host_resources.ts";
import { HOST_SERVICES } from "./cases/host_services.ts";
import { MONITORING } from "./cases/monitoring.ts";
import { NOT_READY } from "./cases/not_ready.ts";
import { PLATFORM } from "./cases/platform.ts";
import { REPLICAS } from "./cases/replicas.ts";
import { SERVICES } from "./cases/services.ts";
import { VOLUMES } from "./cases/volumes.ts";
import { WORKLOADS } from "./cases/workloads.ts";

/** All cases of the demo, in the order of the file. */
export const DEMO_CASES: readonly DemoCase[] = [
  ...CRASH_LOOPING,
  ...NOT_READY,
  ...REPLICAS,
  ...VOLUMES,
  ...WORKLOADS,
  ...MONITORING,
  ...PLATFORM,
  ...SERVICES,
  ...HOST_RESOURCES,
  ...HOST_SERVICES,
];
