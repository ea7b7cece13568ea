import type { Flows } from "../../src/money/battery_flows.ts";

/** Hours in which a house neither draws nor feeds in. */
export function noFlows(count: number): Flows {
  const zeros = () => new Float64Array(count);
  return {
    time: Float64Array.from({ length: count }, (_, i) => i * 3_600_000),
    hours: zeros().fill(1),
    gap: zeros(),
    imported: zeros(),
    exported: zeros(),
    generated: zeros(),
  };
}
