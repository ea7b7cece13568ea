/**
 * Sends webhooks by the clock, whether or not earlier ones were answered, as many senders would that
 * know nothing of each other. Its argument is a {@linkcode Load} as JSON; it prints {@linkcode Answers}.
 *
 * @module
 */

import { Agent, request } from "undici";
import { alert, payload } from "../../tests/incidents.ts";

/** What is sent. */
export interface Load {
  /** The webhook. */
  readonly url: string;
  /** Its secret. */
  readonly secret: string;
  /** Webhooks a second. */
  readonly rate: number;
  /** How long. [s] */
  readonly seconds: number;
  /** Webhooks that are due at the same moment. */
  readonly together: number;
  /** Whether each webhook has a connection of its own. @default {false} */
  readonly fresh?: boolean;
  /** Number of different alerts, which come in turn; absent if each is a new one. */
  readonly alerts?: number;
  /** Number of the first one. */
  readonly first: number;
}

/** What came back. */
export interface Answers {
  /** From when each webhook was due to the end of its answer. [ms] */
  readonly latencies: readonly number[];
  /** Number of answers by status; by the code of the error where there was none. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Number of alerts that were accepted. */
  readonly accepted: number;
}

if (import.meta.main) {
  const { url, secret, rate, seconds, together, alerts = Infinity, first, fresh = false }: Load =
    JSON.parse(
      Deno.args[0]!,
    );
  const count = rate * seconds;
  // Alertmanager keeps its connections as well.
  const agent = new Agent({ connections: 100, pipelining: fresh ? 0 : 1 });
  const latencies: number[] = [], statuses: Record<string, number> = {};
  let accepted = 0;

  const send = async (number: number, due: number): Promise<void> => {
    const fingerprint = (first + number % alerts).toString(16).padStart(16, "0");
    const body = JSON.stringify(payload([
      alert("KubePodCrashLooping", {
        fingerprint,
        labels: {
          alertname: "KubePodCrashLooping",
          namespace: "media",
          pod: `shop-${fingerprint}`,
          severity: "warning",
        },
      }),
    ]));
    let status: string;
    try {
      const answer = await request(url, {
        dispatcher: agent,
        method: "POST",
        headers: {
          authorization: `Bearer ${secret}`,
          "content-type": "application/json",
          "user-agent": "Alertmanager/0.34.0",
        },
        body,
      });
      const said = await answer.body.json() as { readonly accepted?: number };
      status = String(answer.statusCode);
      accepted += said.accepted ?? 0;
    } catch (error) {
      // Counted below: whoever reads the figures must see it.
      status = String((error as { code?: unknown }).code ?? error);
    }
    latencies.push(performance.now() - due);
    statuses[status] = (statuses[status] ?? 0) + 1;
  };

  const start = performance.now() + 100, pending: Promise<void>[] = [];
  const dueAt = (number: number) => start + Math.floor(number / together) * together * 1000 / rate;
  for (let number = 0; number < count;) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    for (; number < count && dueAt(number) <= performance.now(); number++) {
      pending.push(send(number, dueAt(number)));
    }
  }
  await Promise.all(pending);
  await agent.close();
  console.log(JSON.stringify({ latencies, statuses, accepted } satisfies Answers));
}
