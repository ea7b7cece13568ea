import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { installed } from "../../../tests/servers/running_server.ts";
import { ROOT } from "../task.ts";
import { startService } from "./service_process.ts";

/** No network but loopback. */
const SANDBOX = ["bwrap", "--dev-bind", "/", "/", "--unshare-net", "--die-with-parent"] as const;
const CAN_SANDBOX = await installed("bwrap", ["--unshare-net", "--ro-bind", "/", "/", "true"]);

/** An empty home: Deno has neither a cache nor a compiled file there. */
let home: string;
beforeEach(async () => void (home = await Deno.makeTempDir({ prefix: "wattbook-offline-" })));
afterEach(() => Deno.remove(home, { recursive: true }));

/** A command as its task starts it. */
function launch(task: string, ...args: string[]): [string, ...string[]] {
  const launcher = ["run", "-R", "--allow-run", "bin/wattbook.js"];
  return [...SANDBOX, Deno.execPath(), ...launcher, task, ...args];
}

const environment = () => ({
  PATH: Deno.env.get("PATH")!,
  HOME: home,
  DENO_DIR: `${home}/elsewhere`,
  NO_COLOR: "1",
});

async function run(...command: Parameters<typeof launch>) {
  const [program, ...args] = launch(...command);
  const { code, stdout, stderr } = await new Deno.Command(program, {
    args,
    cwd: ROOT,
    clearEnv: true,
    env: environment(),
    stdin: "null",
  }).output();
  const text = new TextDecoder();
  return { code, out: text.decode(stdout), err: text.decode(stderr) };
}

describe.skipIf(!CAN_SANDBOX)("once packages are installed, no registry is asked", () => {
  test.each([
    "analyzer:demo",
    "host-analyzer:demo",
    "replay",
    "replay:record --help",
    "cases --help",
    "redact",
  ])("by deno task %s", async (line) => {
    const [task, ...args] = line.split(" ");
    const { code, err } = await run(task!, ...args);
    expect(err).toBe(task === "redact" ? "Nothing to redact\n" : "");
    expect(code).toBe(0);
  });

  test.each(["analyzer:doctor", "host-analyzer:doctor"])("by deno task %s", async (task) => {
    const { code, err } = await run(task);
    expect(err).toMatch(
      /^error: The analyzer cannot start: WEBHOOK_SECRET is missing;.*\nhint: .*\n$/,
    );
    expect(code).toBe(1);
  });

  test.each(["analyzer", "host-analyzer"])("by deno task %s", async (task) => {
    await using service = await startService(launch(task), {
      ...environment(),
      STORE_PATH: `${home}/analyzer.db`,
      HOSTMON_API_URL: "http://127.0.0.1:1/site",
      HOSTMON_API_USER: "analyzer",
      HOSTMON_API_SECRET: "automation",
      PUSH_PUBLISH_URL: "http://127.0.0.1:1",
      PUSH_PUBLISH_TOKEN: "push-token",
    });
    expect(service.errors()).toBe("");
  });
});
