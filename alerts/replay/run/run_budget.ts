import { type Allowance, Budget, type DailyUse, type UsageLedger } from "../../src/llm/budget.ts";

/** Limits of a run. */
export interface RunLimits {
  /** Tokens, read and written. @default no limit */
  readonly maxTokens?: number;
  /** Cost. [USD] @default no limit */
  readonly maxUsd?: number;
}

/** Spent in a run, also over midnight. */
class RunLedger implements UsageLedger {
  #used: DailyUse = { tokens: 0, usd: 0 };

  on(): DailyUse {
    return this.#used;
  }

  add({ tokens, usd }: DailyUse): void {
    this.#used = { tokens: this.#used.tokens + tokens, usd: this.#used.usd + usd };
  }
}

/**
 * Keeps to the budget of a run. What is on its way counts with all that it may use; who does not
 * fit beside it waits until it is known what was used in the end.
 */
export class RunBudget {
  readonly #ledger = new RunLedger();
  readonly #budget: Budget;
  #underway = 0;
  #changed = Promise.withResolvers<void>();

  constructor({ maxTokens, maxUsd }: RunLimits = {}) {
    this.#budget = new Budget({
      ledger: this.#ledger,
      ...(maxTokens !== undefined && { dailyTokens: maxTokens }),
      ...(maxUsd !== undefined && { dailyUsd: maxUsd }),
    });
  }

  spent(): DailyUse {
    return this.#ledger.on();
  }

  /** Allows to spend at most so much at once, or `null` if that is more than what is left now. */
  allow(most: DailyUse): Allowance | null {
    const allowance = this.#budget.allow(most);
    if (!allowance) return null;
    this.#underway++;
    return {
      most,
      spend: (use) => {
        this.#underway--;
        allowance.spend(use);
        this.#changed.resolve();
        this.#changed = Promise.withResolvers();
      },
    };
  }

  /** As {@linkcode allow}, but waits for what is on its way; `null` if it never will be allowed. */
  async reserve(most: DailyUse): Promise<Allowance | null> {
    for (;;) {
      const allowance = this.allow(most);
      if (allowance || this.#underway === 0) return allowance;
      await this.#changed.promise;
    }
  }
}
