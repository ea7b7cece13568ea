import { describe, expect, it } from "vitest";
import { runTask } from "./task.ts";

describe.each(
  [
    ["analyzer", "alerts/docs/analyzer.md"],
    ["host-analyzer", "alerts/docs/host-analyzer.md"],
    ["analyzer:demo", "no settings"],
    ["host-analyzer:demo", "no settings"],
  ] as const,
)("deno task %s", (task, says) => {
  it("explains itself without its settings", async () => {
    const { code, out, err } = await runTask(task, ["--help"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain(`Usage: deno task ${task}\n`);
    expect(out).toContain(says);
  });

  it("ignores no argument", async () => {
    const { code, out, err } = await runTask(task, ["--port", "80"]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(`deno task ${task} takes no arguments, but got '--port 80'`);
  });
});
