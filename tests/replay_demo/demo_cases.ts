import type { DemoCase } from "./demo_case.ts";
import { CRASH_LOOPING } from "./cases/crash_looping.ts";
import { NOT_READY } from "./cases/not_ready.ts";
import { REPLICAS } from "./cases/replicas.ts";

/** All cases of the demo, in the order of the file. */
export const DEMO_CASES: readonly DemoCase[] = [
  ...CRASH_LOOPING,
  ...NOT_READY,
  ...REPLICAS,
];
