/**
 * What is pulled, and with what.
 *
 * @module
 */

/** What all contenders are given. */
export interface Target {
  /** Server that holds the month. */
  readonly url: URL;
  /** How much of the month to pull. [h] */
  readonly hours: number;
  /** How many samples that is. */
  readonly rows: number;
  /** A Python with pandas and requests, `null` if there is none. */
  readonly python: string | null;
}
