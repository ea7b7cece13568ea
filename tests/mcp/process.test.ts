import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import fc from "fast-check";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { howMany } from "../how_many.ts";
import { denoEnvironment } from "../run.ts";
import { textOf } from "./connect.ts";

// The first question about a year reads all of it, on a busy machine in half a minute.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** As `deno task mcp` and `wattbook mcp` start it, with the permissions of the launcher. */
const LAUNCH = ["run", "-R", "-E=INIT_CWD", "--allow-run", `${ROOT}bin/wattbook.js`, "mcp"];
const TOKEN = "0123456789abcdef0123456789abcdef";
const JUNE = { name: "energy_totals", arguments: { period: "2025-06" } };

interface Answer {
  readonly id: number;
  readonly result?: { readonly content: { readonly text: string }[] };
}

/** A server at the other end of a pipe, spoken to line by line. */
function pipe() {
  const child = new Deno.Command(Deno.execPath(), {
    args: [...LAUNCH, "--source", "demo"],
    cwd: "/",
    clearEnv: true,
    env: denoEnvironment(),
    ...{ stdin: "piped", stdout: "piped", stderr: "piped" },
  }).spawn();
  const writer = child.stdin.getWriter(), encoder = new TextEncoder();
  const lines: Answer[] = [];
  const reading = (async () => {
    let rest = "";
    for await (const part of child.stdout.pipeThrough(new TextDecoderStream())) {
      const parts = (rest + part).split("\n");
      rest = parts.pop()!;
      // Anything but messages of the protocol would fail here.
      lines.push(...parts.map((line) => JSON.parse(line)));
    }
  })();
  const told = new Response(child.stderr).text();
  return {
    child,
    lines,
    told,
    send: (text: string) => writer.write(encoder.encode(text)),
    async answerTo(id: number) {
      await expect.poll(() => lines.some((line) => line.id === id), { timeout: 60_000 }).toBe(true);
      return lines.find((line) => line.id === id)!;
    },
    async end() {
      await writer.close();
      await reading;
      return (await child.status).code;
    },
  };
}

const message = (id: number | undefined, method: string, params: object = {}) =>
  `${JSON.stringify({ jsonrpc: "2.0", ...id !== undefined && { id }, method, params })}\n`;
const INITIALIZE = message(1, "initialize", {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "test", version: "1" },
}) + message(undefined, "notifications/initialized");

describe("over standard input and output", () => {
  test("the official client talks to it, and it ends when the client does", async () => {
    const client = new Client({ name: "test", version: "1" }, {
      versionNegotiation: { mode: "auto" },
    });
    const transport = new StdioClientTransport({
      command: Deno.execPath(),
      args: [...LAUNCH, "--source", "demo:battery"],
      cwd: "/",
      env: denoEnvironment(),
    });
    await client.connect(transport);
    expect(client.getNegotiatedProtocolVersion()).toBe("2026-07-28");
    const result = await client.callTool(JUNE, { timeout: 60_000 });
    expect(JSON.parse(textOf(result)).period.days).toBe(30);
    await client.close();
  }, 90_000);

  test("it ends with 0 when its input ends, and prints nothing but messages", async () => {
    const { send, answerTo, end, told } = pipe();
    await send(INITIALIZE + message(2, "tools/call", JUNE));
    await answerTo(2);
    expect([await end(), await told]).toEqual([0, ""]);
  }, 90_000);

  const FUZZED = howMany(10_000, 2000);

  test(`${FUZZED} fuzzed messages neither end it nor hang it`, async () => {
    const { send, answerTo, end, lines } = pipe();
    await send(INITIALIZE);
    await answerTo(1);
    const seeds = [
      INITIALIZE,
      message(7, "tools/call", JUNE),
      message(8, "tools/list"),
      message(9, "server/discover", { _meta: {} }),
      message(undefined, "notifications/cancelled", { requestId: 7 }),
    ].map((text) => text.trim().split("\n")[0]!);
    const mutant = fc.oneof(
      fc.string({ maxLength: 60 }),
      fc.json(),
      fc.record({
        jsonrpc: fc.constantFrom("2.0", "1.0", 2, null),
        id: fc.constantFrom(-1, 1e300, "x", null, {}, 77),
        method: fc.constantFrom("tools/call", "initialize", "ping", "resources/read", "x", 5),
        params: fc.oneof(fc.json(), fc.object(), fc.constant({ name: "energy_totals" })),
      }).map((one) => JSON.stringify(one)),
      fc.record({
        id: fc.nat(1000),
        name: fc.constantFrom("energy_totals", "energy_table", "power_now", "no_such_tool", ""),
        arguments: fc.oneof(
          fc.dictionary(fc.constantFrom("period", "from", "to", "by", "x"), fc.jsonValue()),
          fc.jsonValue(),
        ),
      }).map(({ id, ...params }) => message(id + 1000, "tools/call", params).trim()),
      fc.tuple(fc.constantFrom(...seeds), fc.nat(400), fc.string({ maxLength: 5 })).map((
        [seed, at, piece],
      ) => seed.slice(0, at % seed.length) + piece + seed.slice((at % seed.length) + 1)),
    ).map((text) => text.replaceAll(/[\r\n]/g, " "));
    const messages = fc.sample(mutant, { numRuns: FUZZED, seed: 2026 });
    for (let at = 0; at < messages.length; at += 500) {
      await send(`${messages.slice(at, at + 500).join("\n")}\n`);
    }
    await send(message(900_001, "tools/call", JUNE));
    const { result } = await answerTo(900_001);
    expect(JSON.parse(result!.content[0]!.text).energy.grid_import.kwh).toBe(98);
    expect(lines.length).toBeGreaterThan(FUZZED / 10);
    expect(await end()).toBe(0);
  }, 120_000);
});

describe("over HTTP", () => {
  const folder = Deno.makeTempDirSync();
  let child: Deno.ChildProcess, url: string;

  const start = async (...args: string[]) => {
    const process = new Deno.Command(Deno.execPath(), {
      args: [...LAUNCH, "--source", "demo", ...args],
      cwd: folder,
      clearEnv: true,
      env: denoEnvironment(),
      ...{ stdin: "null", stdout: "null", stderr: "piped" },
    }).spawn();
    const reader = process.stderr.pipeThrough(new TextDecoderStream()).getReader();
    let said = "";
    while (!said.includes("\n")) {
      const { value, done } = await reader.read();
      if (done) break;
      said += value;
    }
    void reader.cancel();
    return { process, said };
  };
  const freePort = () => {
    using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    return (listener.addr as Deno.NetAddr).port;
  };

  beforeAll(async () => {
    await Deno.writeTextFile(`${folder}/.env`, `MCP_TOKEN=${TOKEN}\n`);
    await Deno.writeTextFile(`${folder}/deno.json`, "{}");
    const { process, said } = await start("--http", String(freePort()), "--token-in-url");
    child = process;
    url = /http:\/\/127\.0\.0\.1:\d+\/mcp/.exec(said)?.[0] ?? said;
  }, 60_000);
  afterAll(async () => {
    child.kill("SIGTERM");
    await child.status;
    await Deno.remove(folder, { recursive: true });
  });

  const post = (address: string, headers: Record<string, string> = {}) =>
    fetch(address, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...headers,
      },
      body: INITIALIZE.split("\n")[0]!,
    }).then(async (response) => [response.status, await response.text()] as const);
  const bearer = { authorization: `Bearer ${TOKEN}` };

  test("the official client asks with its token", async () => {
    const client = new Client({ name: "test", version: "1" });
    await client.connect(
      new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: bearer } }),
    );
    const result = await client.callTool(JUNE, { timeout: 60_000 });
    expect(JSON.parse(textOf(result)).energy.grid_import.kwh).toBe(98);
    await client.close();
  }, 90_000);

  test("without the token, or with another, nobody gets an answer", async () => {
    expect((await post(url))[0]).toBe(401);
    expect((await post(url, { authorization: "Bearer 0123" }))[0]).toBe(401);
    expect((await post(`${url}/0123456789`))[0]).toBe(401);
    const [status, text] = await post(url, { authorization: `Basic ${btoa(TOKEN)}` });
    expect([status, text.includes(TOKEN)]).toEqual([401, false]);
  });

  test("the token may stand in the address, if asked for", async () => {
    expect((await post(`${url}/${TOKEN}`))[0]).toBe(200);
  });

  test("a foreign Origin is refused, and so is another path", async () => {
    expect((await post(url, { ...bearer, origin: "https://evil.example" }))[0]).toBe(403);
    expect((await post(url.replace(/mcp$/, "metrics"), bearer))[0]).toBe(404);
  });

  test("a foreign Host is refused, as after DNS rebinding", async () => {
    const { port } = new URL(url);
    using connection = await Deno.connect({ hostname: "127.0.0.1", port: Number(port) });
    const request = `POST /mcp HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n` +
      `Authorization: Bearer ${TOKEN}\r\nContent-Length: 0\r\n\r\n`;
    await connection.write(new TextEncoder().encode(request));
    expect(await new Response(connection.readable).text()).toMatch(/^HTTP\/1\.1 403 /);
  });

  test("a huge body is refused", async () => {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...bearer },
      body: `"${"x".repeat(6_000_000)}"`,
    });
    await response.body?.cancel();
    expect(response.status).toBe(413);
  });

  test("it listens on loopback only", async () => {
    const { port } = new URL(url);
    const others = Deno.networkInterfaces()
      .filter(({ family, address }) => family === "IPv4" && !address.startsWith("127."));
    for (const { address } of others) {
      await expect(Deno.connect({ hostname: address, port: Number(port) })).rejects.toThrow();
    }
  });

  test("without a token it does not start, and says what to set", async () => {
    const { code, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [...LAUNCH, "--http", "8765"],
      cwd: "/",
      clearEnv: true,
      env: denoEnvironment(),
    }).output();
    expect([code, new TextDecoder().decode(stderr)]).toEqual([
      1,
      "error: --http needs a token, and MCP_TOKEN is not set\n" +
      "hint:  Put MCP_TOKEN=… with 16 or more random characters into .env, for example from " +
      "'openssl rand -hex 32'.\n",
    ]);
  }, 60_000);
});
