import { type Allowance, Budget, type DailyUse, MemoryLedger } from "../../src/llm/budget.ts";

export interface RunLimits {
  /** [tokens] @default no limit */
  readonly maxTokens?: number;
  /** [USD] @default no limit */
  readonly maxUsd?: number;
}

/** A run has one budget, across midnight too. */
const ONE_DAY = 0;

/**
 * The budget of a run. Pending requests count with the most they may use; others wait until the
 * real usage is known.
 */
export class RunBudget {
  readonly #ledger = new MemoryLedger();
  readonly #budget: Budget;
  #underway = 0;
  #changed = Promise.withResolvers<void>();

  constructor({ maxTokens: dailyTokens = Infinity, maxUsd: dailyUsd = Infinity }: RunLimits = {}) {
    this.#budget = new Budget({ ledger: this.#ledger, dailyTokens, dailyUsd }, () => ONE_DAY);
  }

  spent(): DailyUse {
    return this.#ledger.on(ONE_DAY);
  }

  /** Reserves an amount, or returns `null` if it exceeds what is left. */
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

  /** As {@linkcode allow}, but waits for pending requests; `null` if the amount will never fit. */
  async reserve(most: DailyUse): Promise<Allowance | null> {
    for (;;) {
      const allowance = this.allow(most);
      if (allowance || this.#underway === 0) return allowance;
      await this.#changed.promise;
    }
  }
}
