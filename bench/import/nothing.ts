/**
 * A program that imports nothing.
 *
 * @module
 */

console.log("ready");
