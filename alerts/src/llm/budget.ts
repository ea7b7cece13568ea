/**
 * What may be spent on a day.
 *
 * @module
 */

import { localDay } from "../../../src/time.ts";

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
    return localDay(now, "UTC") === this.#day ? this.#used : { tokens: 0, usd: 0 };
  }

  /** Adds to the day of a moment. */
  add(use: DailyUse, now: number): void {
    const { tokens, usd } = this.on(now);
    this.#day = localDay(now, "UTC");
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
  #reserved: DailyUse = NOTHING;
  /** What the ledger could not take. */
  #owed: DailyUse = NOTHING;

  /** Creates a budget. */
  constructor(options: BudgetOptions, now: () => number = Date.now) {
    this.#options = options;
    this.#ledger = options.ledger ?? new MemoryLedger();
    this.#now = now;
  }

  /** The day that counts, in UTC, as YYYY-MM-DD. */
  today(): string {
    return localDay(this.#now(), "UTC");
  }

  /** Allows to spend at most so much, or `null` if that is more than what is left today. */
  allow(most: DailyUse): Allowance | null {
    const { dailyTokens = Infinity, dailyUsd = Infinity } = this.#options;
    const used = [this.#ledger.on(this.#now()), this.#owed, this.#reserved].reduce(sum);
    const left = { tokens: dailyTokens - used.tokens, usd: dailyUsd - used.usd };
    if (most.tokens > left.tokens || most.usd > left.usd) return null;
    // A model without a known price fits into any rest, but not into nothing.
    if (left.usd <= 0) return null;
    this.#reserved = sum(this.#reserved, most);
    return {
      most,
      spend: (use) => {
        this.#reserved = sum(this.#reserved, { tokens: -most.tokens, usd: -most.usd });
        this.#book(use);
      },
    };
  }

  /** A full disk must not cost the analysis that was paid for: the next entry brings this one. */
  #book(use: DailyUse): void {
    this.#owed = sum(this.#owed, use);
    if (this.#owed.tokens === 0 && this.#owed.usd === 0) return;
    try {
      this.#ledger.add(this.#owed, this.#now());
      this.#owed = NOTHING;
    } catch {
      // Whatever writes the alert to the same store reports the problem.
    }
  }
}

const NOTHING: DailyUse = { tokens: 0, usd: 0 };

function sum(one: DailyUse, other: DailyUse): DailyUse {
  return { tokens: one.tokens + other.tokens, usd: one.usd + other.usd };
}
