/**
 * The interface of everything that delivers a text to phones.
 *
 * @module
 */

/** A push notification. */
export interface PushMessage {
  /**
   * Its identity, at most 64 letters, digits, '-' and '_'. A service that can replaces what it has by
   * what comes with the same one. @default none
   */
  readonly id?: string;
  /** Title, one line. */
  readonly title: string;
  /** Plain text that reads well without markup. */
  readonly message: string;
  /** 1 (min) to 5 (max). */
  readonly priority: 1 | 2 | 3 | 4 | 5;
  /** Tags; the service shows those that are names of emoji as such. */
  readonly tags: readonly string[];
  /** What a tap opens: a link of the sender's, never of the model's. */
  readonly click?: string;
}

/** Options of a publication. */
export interface PublishOptions {
  /** Ends it early. */
  readonly signal: AbortSignal;
}

/** Publishes push notifications. */
export interface Publisher {
  /** Where to, for the case file. */
  readonly topic: string;
  /**
   * Publishes one message, with a few quick retries.
   *
   * @throws {WattbookError} `PUSH_FAILED` if it was not accepted but may be later, `PUSH_UNCERTAIN`
   * if it may have been accepted (a resend is marked), `PUSH_REFUSED` if a retry is useless.
   */
  publish(message: PushMessage, options: PublishOptions): Promise<void>;
}
