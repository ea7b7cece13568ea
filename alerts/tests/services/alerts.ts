/**
 * What the tests post, and what the model answers.
 *
 * @module
 */

import { SECRET } from "./service_process.ts";

/** An answer of the model that has the form. */
export const ANSWER = {
  text: JSON.stringify({
    not_read: [],
    hypotheses: [],
    inconclusive: true,
    next_steps: [],
    summary: "Canned.",
  }),
};

/** A webhook's body with one alert for each name. */
export function notification(...names: string[]): unknown {
  return {
    version: "4",
    status: "firing",
    alerts: names.map((alertname) => ({
      status: "firing",
      labels: { alertname, namespace: "media", severity: "critical" },
      annotations: { summary: `${alertname} of the test` },
      startsAt: "2026-11-21T02:27:00.123Z",
    })),
  };
}

/** Posts a webhook; the parsed answer. */
export async function post(service: URL, body: unknown): Promise<unknown> {
  const answer = await fetch(new URL("/webhook", service), {
    method: "POST",
    headers: { authorization: `Bearer ${SECRET}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return await answer.json();
}
