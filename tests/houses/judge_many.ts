/**
 * Judges many houses in parallel.
 *
 * @module
 */

import type { Verdict } from "./judge.ts";

/** Options of {@linkcode judgeMany}. */
export interface JudgeManyOptions {
  /** Number of the first house. */
  readonly first: number;
  readonly count: number;
  readonly workers: number;
  readonly onVerdict?: (verdict: Verdict) => void;
}

/** Judges houses with consecutive numbers; the verdicts are in their order. */
export async function judgeMany(
  { first, count, workers, onVerdict }: JudgeManyOptions,
): Promise<Verdict[]> {
  const verdicts = new Array<Verdict>(count);
  let next = 0;
  await Promise.all(Array.from({ length: Math.min(workers, count) }, async () => {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    try {
      while (next < count) {
        const index = next++;
        const answer = await ask(worker, first + index);
        if (typeof answer === "string") throw new Error(answer);
        verdicts[index] = answer;
        onVerdict?.(answer);
      }
    } finally {
      worker.terminate();
    }
  }));
  return verdicts;
}

function ask(worker: Worker, number: number): Promise<Verdict | string> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = (event) => {
      event.preventDefault();
      reject(new Error(event.message));
    };
    worker.postMessage(number);
  });
}
