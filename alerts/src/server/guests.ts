/**
 * Who is connected, for how long, and who has to go when there is no more room.
 *
 * @module
 */

/** How long and how many may be connected. */
export interface GuestLimits {
  /** Most connections at the same time. @default {2_000} */
  readonly connections?: number;
  /**
   * Time limit of a sender that has not shown the secret, for each request and everything around
   * it. [ms]
   *
   * @default {10_000}
   */
  readonly stranger?: number;
  /**
   * How long such a connection is kept in any case, so that bytes sent with it can be read. [ms]
   *
   * @default {50}
   */
  readonly grace?: number;
  /**
   * How many rounds of reading must pass before such a connection may be closed: on a busy machine,
   * `grace` may end before anything was read.
   *
   * @default {4}
   */
  readonly readings?: number;
  /**
   * Time limit of a sender that has shown the secret, for a request and its answer. [ms] @default
   * {60_000}
   */
  readonly request?: number;
  /**
   * How long they may stay connected between requests. Senders close theirs after five minutes: to
   * close it first would break the webhook that is just being sent. [ms]
   *
   * @default {600_000}
   */
  readonly idle?: number;
}

/** Why a connection was closed. */
export type Dismissal = "late" | "crowded";

const DEFAULTS: Required<GuestLimits> = {
  connections: 2_000,
  stranger: 10_000,
  grace: 50,
  readings: 4,
  request: 60_000,
  idle: 600_000,
};

/** Least room, however few descriptors there are. */
const LEAST = 16;
/** Of the connections at which the system ran out of descriptors, so many are kept. */
const KEPT = 0.8;

/**
 * The connections of a server. When there is no more room, the stranger who has waited for the
 * longest time goes, so that nobody can keep senders out by holding connections: a webhook takes
 * milliseconds from its connection to the secret, and nobody goes before that. Where all have just
 * come, newcomers wait.
 *
 * @typeParam G A connection.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { Guests } from "./guests.ts";
 *
 * const gone: string[] = [];
 * const guests = new Guests<string>((guest) => gone.push(guest), { connections: 2 });
 * guests.enter("sender", 0);
 * guests.begin("sender", true, 0);
 * guests.enter("stranger", 1);
 * for (let reading = 0; reading < 4; reading++) guests.wereRead();
 * guests.enter("another", 100);
 * assert.deepEqual(gone, ["stranger"]);
 * guests.sweep(20_000);
 * assert.deepEqual(gone, ["stranger", "another"]);
 * ```
 */
export class Guests<G> {
  readonly #dismiss: (guest: G, why: Dismissal) => void;
  readonly #limits: Required<GuestLimits>;
  #room: number;
  /** Each with the time from which its own counts, the longest waiting first. [ms] */
  readonly #strangers = new Map<G, number>();
  /** Number of reading rounds when each unverified connection was opened. */
  readonly #readings = new Map<G, number>();
  #reading = 0;
  readonly #idle = new Map<G, number>();
  readonly #busy = new Map<G, number>();

  /**
   * Starts without connections.
   *
   * @param dismiss Ends a connection.
   */
  constructor(dismiss: (guest: G, why: Dismissal) => void, limits: GuestLimits = {}) {
    this.#dismiss = dismiss;
    this.#limits = { ...DEFAULTS, ...limits };
    this.#room = this.#limits.connections;
  }

  /** Number of connections. */
  get size(): number {
    return this.#strangers.size + this.#idle.size + this.#busy.size;
  }

  /** All of them, those first who would have to go first. */
  *[Symbol.iterator](): Generator<G> {
    for (const guests of [this.#strangers, this.#idle, this.#busy]) yield* guests.keys();
  }

  /**
   * Whether there is room for another connection, or one that may be closed. Otherwise new ones
   * wait.
   */
  hasRoom(now: number): boolean {
    return this.size < this.#room || this.#dispensable(now) !== undefined;
  }

  /** Adds a connection. Without room, another one is closed, or this one. */
  enter(guest: G, now: number): void {
    if (this.size >= this.#room && !this.#makeRoom(now)) return this.#dismiss(guest, "crowded");
    this.#strangers.set(guest, now);
    this.#readings.set(guest, this.#reading);
  }

  /** One reading round is complete. */
  wereRead(): void {
    this.#reading++;
  }

  /**
   * The head of a request has come.
   *
   * @param isKnown Whether it shows the secret.
   */
  begin(guest: G, isKnown: boolean, now: number): void {
    const isThere = this.#strangers.has(guest) || this.#idle.has(guest) || this.#busy.has(guest);
    if (!isThere || (!isKnown && this.#strangers.has(guest))) return;
    this.leave(guest);
    this.#busy.set(guest, now);
  }

  /** The answer has gone. */
  end(guest: G, now: number): void {
    const isStranger = this.#strangers.delete(guest);
    if (isStranger) this.#strangers.set(guest, now);
    else if (this.#busy.delete(guest)) this.#idle.set(guest, now);
  }

  /** A connection has ended. */
  leave(guest: G): void {
    this.#strangers.delete(guest);
    this.#readings.delete(guest);
    this.#idle.delete(guest);
    this.#busy.delete(guest);
  }

  /** Sends away those whose time is over. */
  sweep(now: number): void {
    const { stranger, idle, request } = this.#limits;
    for (
      const [guests, limit] of [
        [this.#strangers, stranger],
        [this.#idle, idle],
        [this.#busy, request],
      ] as const
    ) {
      for (const [guest, since] of guests) {
        if (now - since < limit) break;
        this.#end(guest, "late");
      }
    }
  }

  /**
   * The system has no descriptor left: there is less room than was thought, as the process needs
   * some for its own connections.
   */
  runDry(now: number): void {
    this.#room = Math.max(LEAST, Math.min(this.#room, Math.floor(this.size * KEPT)));
    while (this.size > this.#room && this.#makeRoom(now));
  }

  /** Whether a connection may be closed. */
  #makeRoom(now: number): boolean {
    const guest = this.#dispensable(now);
    if (guest === undefined) return false;
    this.#end(guest, "crowded");
    return true;
  }

  /**
   * The unverified connection that has waited longest; a verified one only if there is no other.
   */
  #dispensable(now: number): G | undefined {
    for (const [guest, since] of this.#strangers) {
      const { grace, readings } = this.#limits;
      const wasRead = this.#reading - this.#readings.get(guest)! >= readings;
      return wasRead && now - since >= grace ? guest : undefined;
    }
    return this.#idle.keys().next().value;
  }

  #end(guest: G, why: Dismissal): void {
    this.leave(guest);
    this.#dismiss(guest, why);
  }
}
