/**
 * What a house does now.
 *
 * @module
 */

import { rowFrame } from "../frames/frame.ts";
import type { CurrentState } from "./current_state.ts";
import { type PresentQuantity, QUANTITIES } from "./present_quantities.ts";
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
      ...state.battery === null ? [] : [
        { ...state.battery.power, unit: "W" },
        { ...state.battery.stateOfCharge, unit: "%" },
      ],
      ...state.strings.map((string) => ({ ...string, unit: "W" })),
      ...state.consumers.map((consumer) => ({ ...consumer, unit: "W" })),
    ];
    super({
      frame: () =>
        rowFrame(rows, {
          quantity: ["text", ({ name }) => name],
          value: "number",
          unit: "text",
          remark: ["text", ({ remark = "" }) => remark],
        }),
      title: `${new Date(state.at).toISOString()}, from ${state.source}`,
      zone: state.zone,
      notices: state.notices,
      decimals: 3,
    });
    this.state = state;
  }
}
