/**
 * The same with all of Wattbook at hand.
 *
 * @module
 */

import "../../mod.ts";

console.log("ready");
