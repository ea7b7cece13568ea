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
  return isCi() ? inCi : here;
}

/** All cases where `CI` is `true`. Elsewhere so many of them, spread over the list, always the same. */
export function someOf<T>(cases: readonly T[], here: number): readonly T[] {
  const group = (index: number) => Math.floor(index * here / cases.length);
  return isCi() ? cases : cases.filter((_, index) => group(index) !== group(index - 1));
}

/** Whether everything is to be tested, as in CI. */
export function isCi(): boolean {
  return Deno.env.get("CI") === "true";
}
