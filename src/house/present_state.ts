/**
 * What a house does now.
 *
 * @module
 */

import pl from "nodejs-polars";
import { type PresentQuantity, QUANTITIES } from "./candidates.ts";
import type { CurrentState } from "./current_state.ts";
import { ReadableFrame } from "./readable_frame.ts";

/** The present: columns `quantity`, `value` (`null` if unknown), `unit`, `remark`. */
export class PresentState extends ReadableFrame {
  /** The same as an object, with exporters and logger. */
  readonly state: CurrentState;

  /**
   * Wraps what a server answered.
   *
   * @param state The answers.
   */
  constructor(state: CurrentState) {
    const rows = [
      ...(Object.keys(QUANTITIES) as PresentQuantity[]).map((name) => (
        { ...state.quantities[name], name, unit: QUANTITIES[name] as string }
      )),
      ...state.strings.map((string) => ({ ...string, unit: "W" })),
    ];
    const texts = (name: string, of: (row: typeof rows[number]) => string) =>
      pl.Series(name, rows.map(of), pl.String);
    super({
      frame: () =>
        pl.DataFrame([
          texts("quantity", ({ name }) => name),
          pl.Series("value", rows.map(({ value }) => value), pl.Float64),
          texts("unit", ({ unit }) => unit),
          texts("remark", ({ remark = "" }) => remark),
        ]),
      title: `${new Date(state.at).toISOString()}, from ${state.source}`,
      zone: state.zone,
      notices: state.notices,
      decimals: 3,
    });
    this.state = state;
  }
}
