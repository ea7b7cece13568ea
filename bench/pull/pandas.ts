/**
 * The peer in Python, kept running between the measurements as in a notebook.
 *
 * @module
 */

import { createInterface } from "node:readline";
import { Readable } from "node:stream";

/** The program. */
export const PANDAS_PROGRAM: string = new URL("with_pandas.py", import.meta.url).pathname;

/** A running Python that pulls when it is told to. */
export interface Pandas extends AsyncDisposable {
  /** Pulls once, and tells what it took. [ms] */
  pull(): Promise<number>;
}

/** The first Python here that has pandas and requests, `null` if none has. */
export async function findPython(): Promise<string | null> {
  for (const python of ["python3", "/usr/bin/python3"]) {
    const { success } = await new Deno.Command(python, {
      args: ["-c", "import pandas, requests"],
      stdout: "null",
      stderr: "null",
    }).output().catch(() => ({ success: false }));
    if (success) return python;
  }
  return null;
}

/** Starts it. */
export function startPandas(python: string, url: URL, hours: number): Pandas {
  const child = new Deno.Command(python, {
    args: [PANDAS_PROGRAM, url.href, String(hours), "--serve"],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const input = child.stdin.getWriter();
  const lines = createInterface({ input: Readable.fromWeb(child.stdout as never) })
    [Symbol.asyncIterator]();
  return {
    async pull() {
      await input.write(new TextEncoder().encode("\n"));
      const { done, value } = await lines.next();
      if (done) throw new Error("Python ended");
      return Number(value);
    },
    async [Symbol.asyncDispose]() {
      await input.close();
      await child.status;
    },
  };
}
