import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const PROBE = fileURLToPath(new URL("permissions_probe.ts", import.meta.url));

test.each([
  ["gives up reading and writing once it is ready", [], { read: "prompt", write: "prompt" }],
  ["keeps reading where it must", ["keeps-reading"], { read: "granted", write: "prompt" }],
])("a service %s", async (_, args, left) => {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", "--no-prompt", "-RW", "--allow-run", PROBE, ...args],
    stdin: "null",
  }).output();
  const text = new TextDecoder();
  expect(text.decode(stderr)).toBe("");
  const lines = text.decode(stdout).trim().split("\n").map((line) => JSON.parse(line));
  expect(lines.find((line) => "read" in line)).toEqual(left);
  const events = lines.flatMap(({ properties }) => properties?.event ?? []);
  expect(events).toEqual(["ready", "probe", "stopping", "stopped"]);
  expect(code).toBe(0);
});
