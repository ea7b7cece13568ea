/**
 * What may be spent on a day.
 *
 * @module
 */

/** What was spent on a day. */
export interface DailyUse {
  /** Tokens, read and written. */
  readonly tokens: number;
  /** Cost. [USD] */
  readonly usd: number;
}

/** Keeps what was spent on each UTC day. A durable one keeps the budget over a restart. */
export interface UsageLedger {
  /** What was spent on the day of a moment; zeros if nothing. */
  on(now: number): DailyUse;
  /** Adds to the day of a moment. */
  add(use: DailyUse, now: number): void;
}

/** A ledger that forgets when the process ends. */
export class MemoryLedger implements UsageLedger {
  #day = "";
  #used: DailyUse = { tokens: 0, usd: 0 };

  /** What was spent on the day of a moment; only the last one is known. */
  on(now: number): DailyUse {
    return dayOf(now) === this.#day ? this.#used : { tokens: 0, usd: 0 };
  }

  /** Adds to the day of a moment. */
  add(use: DailyUse, now: number): void {
    const { tokens, usd } = this.on(now);
    this.#day = dayOf(now);
    this.#used = { tokens: tokens + use.tokens, usd: usd + use.usd };
  }
}

/** Limits of one UTC day. */
export interface BudgetOptions {
  /** Tokens, read and written; 0 allows none. @default no limit */
  readonly dailyTokens?: number;
  /** Cost; 0 allows none. [USD] @default no limit */
  readonly dailyUsd?: number;
  /** Where what was spent is kept. @default one in memory */
  readonly ledger?: UsageLedger;
}

/** The right to spend something. */
export interface Allowance {
  /** As much as was asked for. */
  readonly most: DailyUse;
  /** Tells what was spent in the end. It must be called, and once. */
  spend(use: DailyUse): void;
}

/**
 * Keeps to a daily budget. What is being asked right now counts with all that it may use, so that
 * several workers do not overdraw it together.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { Budget } from "./budget.ts";
 *
 * const budget = new Budget({ dailyTokens: 1000 });
 * const allowance = budget.allow({ tokens: 800, usd: 0 });
 * assert.equal(budget.allow({ tokens: 300, usd: 0 }), null);
 * allowance?.spend({ tokens: 500, usd: 0 });
 * assert.notEqual(budget.allow({ tokens: 300, usd: 0 }), null);
 * ```
 */
export class Budget {
  readonly #options: BudgetOptions;
  readonly #ledger: UsageLedger;
  readonly #now: () => number;
  #reserved: DailyUse = { tokens: 0, usd: 0 };

  /** Creates a budget. */
  constructor(options: BudgetOptions, now: () => number = Date.now) {
    this.#options = options;
    this.#ledger = options.ledger ?? new MemoryLedger();
    this.#now = now;
  }

  /** The day that counts, in UTC, as YYYY-MM-DD. */
  today(): string {
    return dayOf(this.#now());
  }

  /** Allows to spend at most so much, or `null` if that is more than what is left today. */
  allow(most: DailyUse): Allowance | null {
    const { dailyTokens = Infinity, dailyUsd = Infinity } = this.#options;
    const used = this.#ledger.on(this.#now());
    const left = {
      tokens: dailyTokens - used.tokens - this.#reserved.tokens,
      usd: dailyUsd - used.usd - this.#reserved.usd,
    };
    if (most.tokens > left.tokens || most.usd > left.usd) return null;
    // A model without a known price fits into any rest, but not into nothing.
    if (left.usd <= 0) return null;
    this.#reserve(most, 1);
    return {
      most,
      spend: (use) => {
        this.#reserve(most, -1);
        if (use.tokens > 0 || use.usd > 0) this.#ledger.add(use, this.#now());
      },
    };
  }

  #reserve({ tokens, usd }: DailyUse, sign: 1 | -1): void {
    const { tokens: heldTokens, usd: heldUsd } = this.#reserved;
    this.#reserved = { tokens: heldTokens + sign * tokens, usd: heldUsd + sign * usd };
  }
}

function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}
