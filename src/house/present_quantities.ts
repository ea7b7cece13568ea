/**
 * The quantities of the present.
 *
 * @module
 */

/** What is told of the present as one number each. */
export type PresentQuantity =
  | "generation"
  | "grid"
  | "load"
  | "export"
  | "autarky"
  | "yield_today"
  | "exported_today";

/** The unit of each. */
export const QUANTITIES: Readonly<Record<PresentQuantity, "W" | "%" | "kWh">> = {
  generation: "W",
  grid: "W",
  load: "W",
  export: "W",
  autarky: "%",
  yield_today: "kWh",
  exported_today: "kWh",
};
