/**
 * What the bands have to keep.
 *
 * @module
 */

/** Share of complete days, of each column and each variation, on which the truth lies inside. */
export const LEAST_INSIDE = 0.95;
/** The same for whole weeks, of all variations together: there are few of each. */
export const LEAST_WEEKS_INSIDE = 0.95;
/** Median width of a band over the range that 95 % of the errors take, in each variation. */
export const HIGHEST_SLACK = 6;
/** The same for the median variation: a band is about as wide as it has to be. */
export const USUAL_SLACK = 3;
/** Median width in the demo year: of energies as a share of the mean day, of ratios as it is. */
export const WIDEST_IN_DEMO = {
  import_kwh: 0.002,
  export_kwh: 0.02,
  yield_kwh: 0.001,
  self_consumed_kwh: 0.08,
  consumption_kwh: 0.035,
  autarky: 0.015,
  self_consumption_rate: 0.02,
} as const;
