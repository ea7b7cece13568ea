/**
 * Records what the demo households' servers are asked: `deno task record`. Prometheus must be
 * installed. Each notebook that asks runs as a program, and so do `now` and `doctor`; every answer is
 * kept.
 *
 * @module
 */

import { demoChecks } from "../../src/commands/doctor.ts";
import { runChecks } from "../../src/commands/doctor/run_checks.ts";
import { DEMO_PRESENT, type DemoAnswers, demoAnswers } from "../../src/house/demo.ts";
import { DEMO_NAMES, demoFolder, type DemoName } from "../../src/house/demo_folder.ts";
import { openHousehold } from "../../src/house/open_household.ts";
import { localDay } from "../../src/time.ts";
import { codeOf, notebookNames, NOTEBOOKS, readNotebook } from "../notebooks/notebook.ts";
import { demoWeeks, LOADED, ZONE } from "../servers/demo_weeks.ts";
import { PROMETHEUS, startPrometheus } from "../servers/prometheus.ts";
import { exchanges, recordFrom, recordingServer } from "./recording_module.ts";
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

/** Asks what `now` and `doctor` ask. */
async function askPresent(demo: DemoName): Promise<void> {
  const client = await recordingServer(demo), open = () => Promise.resolve(client);
  await using home = await openHousehold({ demo }, { demoServer: open });
  await home.currentState();
  const { checks, household } = demoChecks(demo, open);
  const touched = { settings: () => ({ route: null }), now: () => DEMO_PRESENT, closeLater() {} };
  const { signal } = new AbortController();
  for await (
    const { status, title, found } of runChecks(checks, { ...touched, household, signal })
  ) {
    console.log(status, title, found);
  }
}

async function keep(demo: DemoName): Promise<void> {
  const once = new Map(exchanges.map((one) => [JSON.stringify([one.path, one.form]), one]));
  const answers: DemoAnswers = {
    server: await versionOf(PROMETHEUS),
    days: [localDay(LOADED.start, ZONE), localDay(LOADED.end - 1, ZONE)],
    exchanges: [...once].sort(([a], [b]) => a < b ? -1 : 1).map(([, one]) => one),
  };
  await Deno.writeTextFile(demoAnswers(demo), JSON.stringify(answers, null, 1) + "\n");
  console.log(`${demo === true ? "demo household" : demo}: ${once.size} answers`);
  exchanges.length = 0;
}

Deno.chdir(NOTEBOOKS);
for (const demo of [true, ...DEMO_NAMES] as const) {
  await using prometheus = await startPrometheus(demoWeeks(LOADED, demoFolder(demo)));
  recordFrom(prometheus.url);
  await askPresent(demo);
  if (demo === true) { for (const name of notebookNames()) await runAsProgram(name); }
  await keep(demo);
}
// A kernel ends with its process; so does whatever a notebook has left open.
Deno.exit();
