import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { howMany } from "../../../tests/how_many.ts";
import { openCassettes } from "../../replay/cassette/cassettes.ts";
import { netAddress } from "../../replay/record/start_asking.ts";
import { askingArguments } from "../../replay/record/start_asking.ts";
import { readRows } from "../../replay/run/run_folder.ts";
import { KEY, stage, stagedAnswer } from "../replay/stage.ts";
import { startDeno } from "../task.ts";
import { until } from "./until.ts";

/** Answers that take a while, so that a kill finds some of them on their way. [ms] */
const SLOW = 15;
/** Alerts of a recording, each with an answer to two prompts. */
const ALERTS = howMany(40, 20), ANSWERS = 2 * ALERTS;

test("a recording that is killed again and again asks for no answer that it had", async () => {
  await using lab = await stage({
    alerts: ALERTS,
    async answer(request) {
      await sleep(SLOW * Math.random());
      return stagedAnswer(request);
    },
  });
  const args = askingArguments(
    [lab.file, "--runs", lab.runs, "--yes", "--concurrency", "3"],
    netAddress(lab.llm.url),
  );
  const cassettes = openCassettes(`${lab.folder}/cassettes`);
  const durable = new Set<string>();
  let kills = 0, code: number | null = null, seen = 0;
  while (code === null) {
    const child = startDeno(args, { API_KEY: KEY });
    const ended = child.output();
    const goal = seen + 1 + Math.floor(Math.random() * 12);
    await Promise.race([ended, until("some requests", () => lab.llm.requests.length >= goal)]);
    await sleep(SLOW * Math.random());
    try {
      child.kill("SIGKILL");
      kills++;
    } catch {
      // It had ended by itself.
    }
    const status = await ended;
    if (status.signal === null) code = status.code;
    // Repeats are not on the wire, and there is only one here: a body is an answer.
    const again = lab.llm.requests.slice(seen).filter(({ body }) => durable.has(body));
    expect(again.length).toBe(0);
    seen = lab.llm.requests.length;
    for await (const { content } of cassettes.all()) {
      if (content instanceof Error) throw content;
      durable.add(content.request.body);
    }
  }
  expect(kills).toBeGreaterThan(ALERTS / 20);
  expect(durable.size).toBe(ANSWERS);
  // At each kill there were at most three answers on their way.
  expect(lab.llm.requests.length).toBeLessThanOrEqual(ANSWERS + 3 * kills);
  const [run] = await Array.fromAsync(Deno.readDir(lab.runs));
  const rows = await Array.fromAsync(readRows(`${lab.runs}/${run!.name}`));
  expect(rows.filter(({ status }) => status === "answered").length).toBe(ANSWERS);
  // The gate: the hasty prompt is worse.
  expect(code).toBe(2);
  expect((await lab.replay("verify", lab.file)).out).toContain(`${ANSWERS} recordings`);
});

test("a recording ends when nobody waits for it any more", async () => {
  await using lab = await stage({
    alerts: 400,
    async answer(request) {
      await sleep(SLOW);
      return stagedAnswer(request);
    },
  });
  const program = `
    const child = new Deno.Command(Deno.execPath(), { args: JSON.parse(Deno.args[0]), stdout: "null", stderr: "null" }).spawn();
    console.log(child.pid);
    await child.status;
  `;
  const args = askingArguments(
    [lab.file, "--runs", lab.runs, "--yes", "--concurrency", "1"],
    netAddress(lab.llm.url),
  );
  const parent = startDeno(["eval", program, JSON.stringify(args)], { API_KEY: KEY });
  await until("a request", () => lab.llm.requests.length > 0);
  parent.kill("SIGKILL");
  await parent.output();
  const quiet = async () => {
    const before = lab.llm.requests.length;
    await sleep(300);
    return lab.llm.requests.length === before;
  };
  await until("its end", quiet, 20_000);
  expect(lab.llm.requests.length).toBeLessThan(400);
});
