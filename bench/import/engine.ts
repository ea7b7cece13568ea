/**
 * The same with the dataframe engine alone.
 *
 * @module
 */

import "nodejs-polars";

console.log("ready");
