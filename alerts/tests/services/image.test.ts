import { describe, expect, test } from "vitest";
import { startLlm } from "../../src/demo/llm_stand_in.ts";
import { startNtfy } from "../../src/demo/ntfy_stand_in.ts";
import { ANSWER, notification, post } from "./alerts.ts";
import { CAN_SANDBOX } from "../../../tests/image/sandbox.ts";
import { buildImage } from "./image.ts";
import { statusBelow } from "./process_status.ts";
import { startService } from "./service_process.ts";
import { until } from "./until.ts";

describe.skipIf(!CAN_SANDBOX)("the image, without an engine", async () => {
  const image = CAN_SANDBOX ? await buildImage() : undefined!;

  test("tells people of an alert as user 65534, without capabilities, on a read-only disk", async () => {
    await using llm = startLlm({ key: "model-key", provider: "aggregator", answer: () => ANSWER });
    await using ntfy = startNtfy({ token: "push-token" });
    const env = {
      WEBHOOK_SECRET: "webhook-s3cret",
      API_KEY: "model-key",
      API_BASE_URL: new URL("/api/v1/messages", llm.url).href,
      LLM_MODEL: "anthropic/claude-haiku-5-5",
      PROMETHEUS_URL: "http://127.0.0.1:1",
      PUSH_PUBLISH_URL: ntfy.url.href,
      PUSH_PUBLISH_TOKEN: "push-token",
      BIND_ADDRESS: "127.0.0.1",
      PORT: "0",
    };
    await using service = await startService(await image.command(env), {});

    // The process itself, seen from outside: bubblewrap's child.
    const status = await until("the process in the sandbox", () => statusBelow(service.pid));
    expect(status).toMatch(/^CapEff:\s+0+$/m);
    expect(status).toMatch(/^CapBnd:\s+0+$/m);
    expect(status).toMatch(/^NoNewPrivs:\s+1$/m);

    expect(await post(service.url, notification("DiskFull"))).toEqual({ accepted: 1 });
    const [push] = await until("the push", () => ntfy.published.length > 0 && ntfy.published);
    expect(push!.message).toContain("Analysis by a model: Canned.");
    const files = await Array.fromAsync(Deno.readDir(image.data));
    expect(files.map(({ name }) => name)).toContain("analyzer.db");

    const { code } = await service.end("SIGTERM");
    // With SIGTERM bubblewrap itself ends; the service is ended with it.
    expect([0, 143]).toContain(code);
    expect(service.errors()).toBe("");
  });

  test("holds no shell, and lets nothing be written outside of /data", async () => {
    const run = async (...args: string[]) => {
      const [program, ...rest] = await image.probe(...args);
      const { success, stdout, stderr } = await new Deno.Command(program, { args: rest }).output();
      const text = new TextDecoder();
      return { success, said: text.decode(stdout) + text.decode(stderr) };
    };
    for (const program of ["/bin/sh", "/bin/bash", "/usr/bin/apt", "/usr/bin/env"]) {
      const { success, said } = await run(program);
      expect(success).toBe(false);
      expect(said).toContain("No such file or directory");
    }
    const write = (path: string) =>
      run("/bin/deno", "eval", "--no-config", `Deno.writeTextFileSync("${path}", "x")`);
    for (const path of ["/x", "/app/x", "/tmp/x", "/bin/x"]) {
      const { success, said } = await write(path);
      expect(success).toBe(false);
      expect(said).toMatch(/Read-only file system|No such file/);
    }
    expect(await write("/data/x")).toEqual({ success: true, said: "" });
    const { said } = await run(
      "/bin/deno",
      "eval",
      "--no-config",
      "console.log(Deno.uid(), Deno.gid())",
    );
    expect(said.trim()).toBe("65534 65534");
  });
});
