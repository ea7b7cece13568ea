import { describe, expect, test } from "vitest";
import { commandArguments, permissionsOf } from "../../../tests/command_arguments.ts";
import { ROOT } from "../task.ts";

/** Runs the task with exactly its permissions. */
async function redact(input: string, ...args: string[]) {
  const child = new Deno.Command(Deno.execPath(), {
    args: commandArguments("redact", ...args),
    cwd: ROOT,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(input));
  await writer.close();
  const { code, stdout, stderr } = await child.output();
  const text = new TextDecoder("utf-8", { ignoreBOM: true });
  return { code, stdout: text.decode(stdout), stderr: text.decode(stderr) };
}

const LOG = "\ufeffuser=app password=hunter2\r\nmail to ada@example.org, bob@example.org";

describe("deno task redact", () => {
  test("asks for no permission", () => {
    expect(permissionsOf("redact").join(" ")).not.toMatch(/--allow| -A/);
    expect(permissionsOf("redact")).toContain("--no-prompt");
  });

  test("writes the redacted text and a table of rules", async () => {
    expect(await redact(LOG)).toEqual({
      code: 0,
      stdout: "\ufeffuser=app password=[PASSWORD#1]\r\nmail to [EMAIL#1], [EMAIL#2]",
      stderr: "Rule     Count\nemail        2\npassword     1\n",
    });
  });

  test("lists each replacement with line and column", async () => {
    const { stderr } = await redact(LOG, "--explain");
    expect(stderr.split("\n\n")[0]!.split("\n")).toEqual([
      "Place Rule     Placeholder",
      "1:20  password [PASSWORD#1]",
      "2:9   email    [EMAIL#1]",
      "2:26  email    [EMAIL#2]",
    ]);
  });

  test("writes JSON without any secret", async () => {
    const { stdout, stderr } = await redact("a\nkey: x, password=hunter2", "--json");
    expect(JSON.parse(stdout)).toEqual({
      text: "a\nkey: x, password=[PASSWORD#1]",
      counts: { password: 1 },
      findings: [{ rule: "password", placeholder: "[PASSWORD#1]", place: "2:18" }],
    });
    expect(stderr).toBe("");
  });

  test("says when there is nothing to do", async () => {
    expect(await redact("ready\n")).toEqual({
      code: 0,
      stdout: "ready\n",
      stderr: "Nothing to redact\n",
    });
  });

  test("cuts the redacted text, and keeps its end", async () => {
    const { stdout } = await redact("first\npassword=hunter2\nlast one\n", "--max-bytes", "32");
    expect(stdout).toBe("password=[PASSWORD#1]\nlast one\n");
    expect((await redact("first\nlast one\n", "--max-bytes", "9")).stdout).toBe("last one\n");
  });

  test("redacts the texts of a structure by their keys", async () => {
    const { stdout, stderr } = await redact(
      '{"db":{"password":"open sesame"}}',
      "--structure",
      "--explain",
    );
    expect(JSON.parse(stdout)).toEqual({ db: { password: "[PASSWORD#1]" } });
    expect(stderr).toContain("/db/password password [PASSWORD#1]\n");
  });

  test("does not show what it cannot read", async () => {
    const { code, stderr } = await redact('{"password":"hunter2"', "--structure", "--debug");
    expect(code).toBe(1);
    expect(stderr).toContain("Standard input is not JSON");
    expect(stderr).not.toContain("hunter2");
  });

  test("refuses what it does not know", async () => {
    const { code, stdout, stderr } = await redact("", "--shout");
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("unknown option '--shout'");
    expect((await redact("", "file.log")).code).toBe(2);
    expect((await redact("", "--max-bytes", "some")).code).toBe(2);
    expect((await redact("", "--max-bytes", "5", "--structure")).code).toBe(2);
  });
});
