/**
 * What a sender's webhook says, whoever the sender is.
 *
 * @module
 */

import type { Incident } from "../incident.ts";

/** A webhook's incidents. */
export interface Notification {
  /** Those that can be used, in the sender's order, each episode once. */
  readonly incidents: readonly Incident[];
  /** Numbers of alerts that are not analysed, by reason. */
  readonly skipped: Readonly<Record<string, number>>;
  /**
   * Whether the sender means to tell about incidents again that it has told about. `undefined` where
   * it does not say.
   */
  readonly isRepeat?: boolean;
}
