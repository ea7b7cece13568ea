import { describe, expect, test } from "vitest";
import { startHostmon } from "../../src/demo/hostmon_stand_in.ts";
import { startLlm } from "../../src/demo/llm_stand_in.ts";
import { startNtfy } from "../../src/demo/ntfy_stand_in.ts";
import { startSsh } from "../../src/demo/ssh_stand_in.ts";
import { hostPayload, serviceNotification } from "../notifications.ts";
import { ANSWER, post } from "./alerts.ts";
import { CAN_SANDBOX } from "../../../tests/image/sandbox.ts";
import { buildImage } from "./image.ts";
import { statusBelow } from "./process_status.ts";
import { startService } from "./service_process.ts";
import { until } from "./until.ts";

describe.skipIf(!CAN_SANDBOX)("the image of the host analyzer, without an engine", () => {
  test("tells people of a notification as user 65534, without capabilities, on a read-only disk", async () => {
    const ssh = await Deno.makeTempDir({ prefix: "wattbook-ssh-" });
    await using cleanup = new AsyncDisposableStack();
    cleanup.defer(() => Deno.remove(ssh, { recursive: true }));
    await using llm = startLlm({ key: "model-key", provider: "aggregator", answer: () => ANSWER });
    await using ntfy = startNtfy({ token: "push-token" });
    await using site = startHostmon({ user: "analyzer", secret: "automation", hosts: { db1: {} } });
    await using host = await startSsh({
      user: "host-analyzer",
      outputs: { "df -hPTl": "/dev/sdb1 xfs 97% /data\n" },
    });
    await Deno.writeTextFile(`${ssh}/id`, host.privateKey, { mode: 0o400 });
    await Deno.writeTextFile(`${ssh}/known_hosts`, host.knownHost);
    await using image = await buildImage("host-analyzer", { "/etc/host-analyzer/ssh": ssh });
    const env = {
      WEBHOOK_SECRET: "webhook-s3cret",
      API_KEY: "model-key",
      API_BASE_URL: new URL("/api/v1/messages", llm.url).href,
      LLM_MODEL: "anthropic/claude-haiku-5-5",
      HOSTMON_API_URL: site.site.href,
      HOSTMON_API_USER: "analyzer",
      HOSTMON_API_SECRET: "automation",
      PUSH_PUBLISH_URL: ntfy.url.href,
      PUSH_PUBLISH_TOKEN: "push-token",
      BIND_ADDRESS: "127.0.0.1",
      PORT: "0",
    };
    await using service = await startService(await image.command(env), {});
    expect(service.log.map(({ properties }) => properties["event"])).toEqual(["ready"]);

    const status = await until("the process in the sandbox", () => statusBelow(service.pid));
    expect(status).toMatch(/^CapEff:\s+0+$/m);
    expect(status).toMatch(/^CapBnd:\s+0+$/m);
    expect(status).toMatch(/^NoNewPrivs:\s+1$/m);

    const body = hostPayload([serviceNotification({ HOSTADDRESS: "127.0.0.1" })]);
    expect(await post(service.url, body)).toEqual({ accepted: 1 });
    const [push] = await until("the push", () => ntfy.published.length > 0 && ntfy.published);
    expect(push!.title).toBe("db1: Filesystem /data (CRITICAL)");
    expect(push!.message).toContain("Analysis by a model: Canned.");
    // In the bundle the SSH library works as well, and without the permission to read.
    expect(host.commands).toContain("df -hPTl");
    expect(llm.requests[0]!.body).toContain("97% /data");
    const files = await Array.fromAsync(Deno.readDir(image.data));
    expect(files.map(({ name }) => name)).toContain("analyzer.db");

    const { code } = await service.end("SIGTERM");
    // With SIGTERM bubblewrap itself ends; the service is ended with it.
    expect([0, 143]).toContain(code);
    expect(service.errors()).toBe("");
  });
});
