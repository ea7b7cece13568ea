import type { DatabaseSync } from "node:sqlite";
import { localDay } from "../../../src/time.ts";

/** What the model used. */
export interface Usage {
  /** Input and output. [tokens] */
  readonly tokens: number;
  /** Cost. [USD] */
  readonly usd: number;
}

/** What the model used on each UTC day, over restarts. */
export class DailyUsage {
  readonly #db: DatabaseSync;

  /** Works on a prepared database. */
  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  /** What was used on the day of a moment. */
  on(now: number): Usage {
    const row = this.#db.prepare("SELECT tokens, usd FROM usage WHERE day = ?").get(
      localDay(now, "UTC"),
    );
    return { tokens: row?.["tokens"] as number ?? 0, usd: row?.["usd"] as number ?? 0 };
  }

  /** Adds to the day of a moment. */
  add({ tokens, usd }: Usage, now: number): void {
    this.#db.prepare(
      `INSERT INTO usage (day, tokens, usd) VALUES (?, ?, ?)
       ON CONFLICT (day) DO UPDATE SET tokens = tokens + excluded.tokens, usd = usd + excluded.usd`,
    ).run(localDay(now, "UTC"), tokens, usd);
  }
}
