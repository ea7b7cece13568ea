/**
 * Records what the notebooks ask the demo's server: `deno task record`. Prometheus must be installed.
 * Each notebook that asks it runs as a program, and every answer is kept.
 *
 * @module
 */

import { DEMO_ANSWERS, type DemoAnswers } from "../../src/house/demo.ts";
import { localDay } from "../../src/time.ts";
import { codeOf, notebookNames, NOTEBOOKS, readNotebook } from "../notebooks/notebook.ts";
import { demoWeeks, LOADED, ZONE } from "../servers/demo_weeks.ts";
import { PROMETHEUS, startPrometheus } from "../servers/prometheus.ts";
import { exchanges, recordFrom } from "./recording_module.ts";
import { versionOf } from "./version_of.ts";

const MODULE = new URL("recording_module.ts", import.meta.url);

async function runAsProgram(name: string): Promise<void> {
  const code = codeOf(await readNotebook(name));
  if (!/\b(query|verify)\(/.test(code)) return;
  const file = await Deno.makeTempFile({ suffix: ".ts" });
  try {
    await Deno.writeTextFile(file, code.replaceAll("../mod.ts", MODULE.href));
    await import(`file://${file}`);
  } finally {
    await Deno.remove(file);
  }
}

{
  await using prometheus = await startPrometheus(demoWeeks());
  recordFrom(prometheus.url);
  Deno.chdir(NOTEBOOKS);
  for (const name of notebookNames()) await runAsProgram(name);
}
const once = new Map(exchanges.map((one) => [JSON.stringify([one.path, one.form]), one]));
const answers: DemoAnswers = {
  server: await versionOf(PROMETHEUS),
  days: [localDay(LOADED.start, ZONE), localDay(LOADED.end - 1, ZONE)],
  exchanges: [...once].sort(([a], [b]) => a < b ? -1 : 1).map(([, one]) => one),
};
await Deno.writeTextFile(DEMO_ANSWERS, JSON.stringify(answers, null, 1) + "\n");
console.log(`demo household: ${once.size} answers of ${answers.server}`);
// A kernel ends with its process; so does whatever a notebook has left open.
Deno.exit();
