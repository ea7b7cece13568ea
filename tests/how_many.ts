/**
 * How often a test repeats what costs seconds of processor time.
 *
 * @module
 */

/**
 * The number of repetitions: all of them where `CI` is `true`. On a developer's machine fewer do, if they
 * find the same mistakes in the code as it is.
 */
export function howMany(inCi: number, here: number): number {
  return Deno.env.get("CI") === "true" ? inCi : here;
}
