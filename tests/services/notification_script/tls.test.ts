import { createCA, createCert } from "mkcert";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type StandIn, standIn } from "../../../src/analyzer/demo/stand_in.ts";
import { HOST_PROBLEM } from "./contexts.ts";
import { closedPort, listener } from "./listener.ts";
import { HAS_PYTHON, notify, parameters, SECRET, startWebhook, variables } from "./script.ts";

describe.skipIf(!HAS_PYTHON)("a webhook over TLS", () => {
  let folder: string;
  let named: StandIn;
  let misnamed: StandIn;

  beforeAll(async () => {
    const ca = await createCA({
      organization: "Test",
      countryCode: "DE",
      state: "Berlin",
      locality: "Berlin",
      validity: 1,
    });
    const server = async (domains: string[]) => {
      const { cert, key } = await createCert({ ca, domains, validity: 1 });
      return standIn(() => new Response("{}"), { tls: { cert, key } });
    };
    named = await server(["127.0.0.1"]);
    misnamed = await server(["analyzer.example"]);
    folder = await Deno.makeTempDir({ prefix: "wattbook-tls-" });
    await Deno.writeTextFile(`${folder}/ca.pem`, ca.cert);
    await Deno.mkdir(`${folder}/site/var/ssl`, { recursive: true });
    await Deno.writeTextFile(`${folder}/site/var/ssl/ca-certificates.crt`, ca.cert);
  });

  afterAll(async () => {
    await named.stop();
    await misnamed.stop();
    await Deno.remove(folder, { recursive: true });
  });

  const run = (url: URL, env: Readonly<Record<string, string>>) =>
    notify({ env: { ...variables(HOST_PROBLEM), ...parameters(url), ...env } });

  test("whose authority the system trusts", async () => {
    const { code, output } = await run(named.url, { SSL_CERT_FILE: `${folder}/ca.pem` });
    expect(output).toBe(`1 notification delivered to ${named.url.origin}\n`);
    expect(code).toBe(0);
    expect(named.requests.at(-1)!.headers.get("authorization")).toBe(`Bearer ${SECRET}`);
  });

  test("whose authority the Checkmk site trusts", async () => {
    expect((await run(named.url, { OMD_ROOT: `${folder}/site` })).code).toBe(0);
  });

  test("whose authority nobody trusts is told nothing", async () => {
    const before = named.requests.length;
    const { code, output } = await run(named.url, {});
    expect(output).toMatch(/^https:\/\/127\.0\.0\.1:\d+ cannot be trusted: .*certificate.*\n$/);
    expect(code).toBe(1);
    expect(named.requests).toHaveLength(before);
  });

  test("with another one's certificate is told nothing", async () => {
    const { code, output } = await run(misnamed.url, { SSL_CERT_FILE: `${folder}/ca.pem` });
    expect(output).toMatch(/cannot be trusted: .*not valid for '127\.0\.0\.1'/);
    expect(code).toBe(1);
    expect(misnamed.requests).toEqual([]);
  });

  test("that is none: nothing is told to who speaks no TLS", async () => {
    await using plain = startWebhook();
    await using closing = listener((connection) => connection.answer("", "and close"));
    const ports = [plain.url.port, closing.url.port, String(closedPort())];
    for (const port of ports) {
      const { code, output } = await run(new URL(`https://127.0.0.1:${port}/`), {});
      expect(code).toBe(1);
      expect(output).toMatch(/^https:\/\/127\.0\.0\.1:\d+ cannot be (trusted|reached): [^\n]+\n$/);
      expect(output).not.toContain(SECRET);
    }
    expect(plain.requests).toEqual([]);
  });
});
