import { describe, expect, test } from "vitest";
import { standIn } from "../../src/demo/stand_in.ts";
import { netAddress } from "../../replay/record/start_asking.ts";
import { askingArguments } from "../../replay/record/start_asking.ts";
import { KEY, stage } from "./stage.ts";
import { permissionsOf } from "../../../tests/command_arguments.ts";
import { runDeno, runTask } from "../task.ts";

const WAYS = [
  "fetch",
  "undici",
  "Deno.connect",
  "node:net",
  "WebSocket",
  "Deno.listen",
  "subprocess",
  "subprocess of Deno",
  "lookup",
];

const refused = (...reached: string[]) =>
  Object.fromEntries(WAYS.map((way) => [way, reached.includes(way) ? "reached" : "refused"]));

/** Runs the probe with permissions, against addresses. */
async function reach(permissions: readonly string[], ...urls: URL[]) {
  const script = new URL("reach_out.ts", import.meta.url).pathname;
  const { out, err } = await runDeno([...permissions, script, ...urls.map(({ href }) => href)], {
    API_KEY: KEY,
  });
  return out ? Object.values(JSON.parse(out)) : err;
}

/** The permissions of the process that asks: all of its arguments up to the script. */
function askingPermissions(address: string): string[] {
  const args = askingArguments([], address);
  return args.slice(0, args.findIndex((one) => one.endsWith(".ts")));
}

describe("deno task replay", () => {
  test("cannot reach out, in no way", async () => {
    await using server = standIn(() => new Response("reached"));
    expect(await reach(permissionsOf("replay"), server.url)).toEqual([refused()]);
    expect(server.requests).toEqual([]);
  });

  test("misses loudly, and asks nobody, also where a key and an address are there", async () => {
    await using lab = await stage({ alerts: 1 });
    const { code, out, err } = await runTask("replay", ["run", lab.file, "--runs", lab.runs], {
      API_KEY: KEY,
    });
    expect(err).toContain("2 of 2 answers are missing");
    expect([code, out]).toEqual([3, ""]);
    expect(lab.llm.requests).toEqual([]);
  });
});

describe("deno task replay:record", () => {
  test("may itself reach nobody: it can only start Deno", async () => {
    await using server = standIn(() => new Response("reached"));
    const [found] = await reach(permissionsOf("replay:record"), server.url) as [object];
    expect(found).toEqual(refused("subprocess of Deno"));
  });

  test("lets the one who asks reach the model's address, and no other", async () => {
    await using llm = standIn(() => new Response("reached"));
    await using other = standIn(() => new Response("reached"));
    const [own, others] = await reach(
      askingPermissions(netAddress(llm.url)),
      llm.url,
      other.url,
    ) as [object, object];
    expect(own).toMatchObject({ fetch: "reached", undici: "reached", "node:net": "reached" });
    expect(own).toMatchObject({ subprocess: "refused", "subprocess of Deno": "refused" });
    expect(others).toEqual(refused());
    expect(other.requests).toEqual([]);
  });

  test("works as it is, and the answers are replayed without a network", async () => {
    await using lab = await stage({ alerts: 2 });
    const recorded = await runTask(
      "replay:record",
      [lab.file, "--runs", lab.runs, "--yes", "--max-usd", "1"],
      { API_KEY: KEY },
    );
    expect(recorded.err).toContain("4 answers for $0.01");
    expect(lab.llm.requests.length).toBe(4);
    // The hasty one is worse at each of the two alerts, but two are no evidence.
    expect(recorded.code).toBe(0);
    const replayed = await runTask("replay", ["run", lab.file, "--runs", lab.runs]);
    expect(replayed).toEqual({ code: 0, out: recorded.out, err: "" });
    expect(lab.llm.requests.length).toBe(4);
  });

  test("hands on what is wrong", async () => {
    await using lab = await stage({ alerts: 1 });
    const unset = await runTask("replay:record", [lab.file, "--runs", lab.runs, "--yes"]);
    expect(unset.err).toContain("error: API_KEY is not set");
    expect(unset.code).toBe(1);
    const absent = await runTask("replay:record", ["no/such.yaml"]);
    expect(absent.err).toContain("Cannot read 'no/such.yaml'");
    expect(absent.code).toBe(1);
  });
});
