import { expect, test, vi } from "vitest";
import { installed, launch, temporaryDirectory } from "./running_server.ts";

const MISSING = "wattbook-no-such-program";

test("installed() finds a program", async () => {
  expect(await installed(Deno.execPath(), ["--version"], true)).toBe(true);
});

test("installed() skips a missing program on a developer's machine", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  expect(await installed(MISSING, [], false)).toBe(false);
  expect(warn).toHaveBeenCalledWith(expect.stringContaining("are skipped"));
  warn.mockRestore();
});

test("installed() fails for a missing program in CI", async () => {
  await expect(installed(MISSING, [], true)).rejects.toThrow("CI must not skip");
  await expect(installed(Deno.execPath(), ["no-such-command"], true)).rejects.toThrow("fails");
});

/** A server in one line, which prints where it keeps its data. */
const script = (body: string) => (listen: string) => [
  "eval",
  `const [hostname, port] = ${JSON.stringify(listen)}.split(":"); ${body}`,
];

test("launch() waits for the answer, keeps the log, and leaves nothing behind", async () => {
  const directory = await temporaryDirectory("self");
  {
    await using server = await launch({
      program: Deno.execPath(),
      directory,
      ready: "/ready",
      args: script(
        `console.log("it prints");
         Deno.serve({ hostname, port: Number(port), onListen() {} }, () => new Response("yes"));`,
      ),
    });
    expect(await (await fetch(server.url)).text()).toBe("yes");
    await vi.waitFor(async () =>
      expect(await Deno.readTextFile(server.logFile)).toContain("it prints")
    );
  }
  await expect(Deno.stat(directory)).rejects.toThrow(Deno.errors.NotFound);
});

test("launch() shows what a server printed that ended at once, and cleans up", async () => {
  const directory = await temporaryDirectory("self");
  await expect(launch({
    program: Deno.execPath(),
    directory,
    ready: "/ready",
    args: script(`console.error("flag not defined"); Deno.exit(1);`),
  })).rejects.toThrow("flag not defined");
  await expect(Deno.stat(directory)).rejects.toThrow(Deno.errors.NotFound);
});
