import { describe, expect, test } from "vitest";
import { standIn } from "../../../src/demo/stand_in.ts";
import { HOST_PROBLEM, SERVICE_PROBLEM, SERVICE_PROBLEM_SENT } from "./contexts.ts";
import {
  HAS_PYTHON,
  notify,
  parameters,
  PATH,
  payload,
  SCRIPT,
  SECRET,
  startWebhook,
  variables,
} from "./script.ts";

describe.skipIf(!HAS_PYTHON)("a notification of Checkmk", () => {
  test("a service's problem arrives whole, and nothing that is not meant for the analyzer", async () => {
    await using webhook = startWebhook();
    const env = { ...variables(SERVICE_PROBLEM), ...parameters(webhook.url) };
    expect(await notify({ env })).toEqual({
      code: 0,
      output: `1 notification delivered to ${webhook.url.origin}\n`,
    });
    const [request] = webhook.requests;
    expect(webhook.requests).toHaveLength(1);
    expect(request!.method).toBe("POST");
    // The path is the default's: the parameter names none.
    expect(request!.path).toBe("/webhook");
    expect(request!.headers.get("authorization")).toBe(`Bearer ${SECRET}`);
    expect(request!.headers.get("content-type")).toBe("application/json");
    expect(payload(request!)).toEqual({
      version: 1,
      source: "checkmk",
      notifications: [SERVICE_PROBLEM_SENT],
    });
  });

  test("any path and query of the URL are kept", async () => {
    await using webhook = startWebhook();
    const env = {
      ...variables(HOST_PROBLEM),
      ...parameters(new URL("/analyzer/hook?site=heute", webhook.url)),
    };
    expect((await notify({ env })).code).toBe(0);
    expect(webhook.requests[0]!.path).toBe("/analyzer/hook?site=heute");
  });

  test("bytes that are no UTF-8 do no harm, whatever the locale is", async () => {
    await using webhook = startWebhook();
    for (const LC_ALL of ["C", "C.UTF-8"]) {
      const { code } = await notify({
        program: "/bin/sh",
        args: ["-c", `NOTIFY_HOSTOUTPUT=$(printf 'M\\374ll \\342\\202\\254') exec "$0"`, SCRIPT],
        env: { ...variables(HOST_PROBLEM), ...parameters(webhook.url), LC_ALL },
      });
      expect(code).toBe(0);
    }
    for (const request of webhook.requests) {
      expect(payload(request).notifications[0]!["HOSTOUTPUT"]).toBe("M\uFFFDll €");
    }
    expect(webhook.requests).toHaveLength(2);
  });

  test("a huge environment is cut to what can be read", async () => {
    await using webhook = startWebhook();
    // Checkmk's own limit is 64 Ki characters; 30 such values are near to the kernel's.
    const noise = Array.from(
      { length: 20 },
      (_, index) => [`HOSTLABEL_${index}`, "x".repeat(65_000)],
    );
    const env = {
      ...variables({
        ...HOST_PROBLEM,
        LONGHOSTOUTPUT: "ä".repeat(60_000),
        ...Object.fromEntries(noise),
      }),
      ...parameters(webhook.url),
    };
    expect((await notify({ env })).code).toBe(0);
    const long = payload(webhook.requests[0]!).notifications[0]!["LONGHOSTOUTPUT"]!;
    // 8192 bytes are 4094 of two bytes each, a mark of three, and one byte that is no character.
    expect(long).toBe("ä".repeat(4094) + "…");
    expect(webhook.requests[0]!.body.length).toBeLessThan(10_000);
  });
});

describe.skipIf(!HAS_PYTHON)("the secret", () => {
  test("is in no command line, and there is no other process", async () => {
    const asked = Promise.withResolvers<void>();
    const leave = Promise.withResolvers<Response>();
    await using webhook = standIn(() => {
      asked.resolve();
      return leave.promise;
    });
    const child = new Deno.Command(SCRIPT, {
      env: { PATH, ...variables(HOST_PROBLEM), ...parameters(webhook.url) },
      clearEnv: true,
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).spawn();
    await asked.promise;
    const commandLine = await Deno.readTextFile(`/proc/${child.pid}/cmdline`);
    expect(commandLine).toContain("notify-host-analyzer");
    expect(commandLine).not.toContain(SECRET);
    expect(await Deno.readTextFile(`/proc/${child.pid}/task/${child.pid}/children`)).toBe("");
    leave.resolve(new Response("{}"));
    expect((await child.status).code).toBe(0);
  });

  test("goes to no proxy of the environment", async () => {
    await using webhook = startWebhook();
    await using proxy = startWebhook();
    const proxies = ["http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"];
    const { code } = await notify({
      env: {
        ...variables(HOST_PROBLEM),
        ...parameters(webhook.url),
        ...Object.fromEntries(proxies.map((name) => [name, proxy.url.href])),
      },
    });
    expect(code).toBe(0);
    expect(webhook.requests).toHaveLength(1);
    expect(proxy.requests).toEqual([]);
  });

  test("no neighbour of the script can pose as a part of Python", async () => {
    await using webhook = startWebhook();
    const folder = await Deno.makeTempDir({ prefix: "wattbook-notifications-" });
    await Deno.copyFile(SCRIPT, `${folder}/notify`);
    await Deno.writeTextFile(`${folder}/json.py`, "raise SystemExit(77)\n");
    const env = { ...variables(HOST_PROBLEM), ...parameters(webhook.url) };
    expect((await notify({ env, program: `${folder}/notify` })).code).toBe(0);
    await Deno.remove(folder, { recursive: true });
  });
});
