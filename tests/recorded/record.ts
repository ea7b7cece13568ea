/**
 * Records the answers of real servers anew: `deno task record`. Prometheus and VictoriaMetrics must
 * be installed.
 *
 * @module
 */

import { PROMETHEUS, startPrometheus } from "../servers/prometheus.ts";
import type { RunningServer } from "../servers/running_server.ts";
import { startVictoriaMetrics, VICTORIA_METRICS } from "../servers/victoria_metrics.ts";
import { HELD, QUESTIONS, RECORDED, type Recording } from "./recording.ts";
import { versionOf } from "./version_of.ts";

async function recordAll(name: string, program: string, server: RunningServer): Promise<void> {
  const version = await versionOf(program);
  const folder = new URL(`${name}/`, RECORDED);
  await Deno.mkdir(folder, { recursive: true });
  for (const [question, { path, form }] of Object.entries(QUESTIONS)) {
    const answer = await fetch(new URL(path, server.url), {
      method: "POST",
      headers: { accept: "application/json" },
      body: new URLSearchParams(form.map(([key, value]) => [key, value])),
    });
    const recording: Recording = {
      server: version,
      path,
      form,
      status: answer.status,
      contentType: answer.headers.get("content-type") ?? "",
      body: await answer.text(),
    };
    const text = JSON.stringify(recording, null, 2) + "\n";
    await Deno.writeTextFile(new URL(`${question}.json`, folder), text);
  }
  console.log(`${name}: ${Object.keys(QUESTIONS).length} answers of ${version}`);
}

{
  await using prometheus = await startPrometheus(HELD);
  await recordAll("prometheus", PROMETHEUS, prometheus);
  await using victoriaMetrics = await startVictoriaMetrics(HELD);
  await recordAll("victoria_metrics", VICTORIA_METRICS, victoriaMetrics);
}
