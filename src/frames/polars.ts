/**
 * Polars, as Wattbook's frames speak it.
 *
 * @module
 */

import polars from "nodejs-polars";

/**
 * A Polars dataframe.
 *
 * @internal Its members are documented by Polars.
 */
export type Frame = polars.DataFrame;

/**
 * Polars itself, for expressions in a notebook: `frame.filter(pl.col("import_kwh").gt(10))`.
 *
 * @internal Its members are documented by Polars.
 */
export const pl = polars;
