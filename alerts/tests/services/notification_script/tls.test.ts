import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type StandIn, standIn } from "../../../src/demo/stand_in.ts";
import { installed } from "../../../../tests/servers/running_server.ts";
import { HOST_PROBLEM } from "./contexts.ts";
import { closedPort, listener } from "./listener.ts";
import { HAS_PYTHON, notify, parameters, SECRET, startWebhook, variables } from "./script.ts";

const HAS_OPENSSL = await installed("openssl", ["version"]);

/** A certificate that is its own authority, with all that the strict checks of Python 3.13 ask. */
async function selfSigned(name: string, folder: string): Promise<{ cert: string; key: string }> {
  const [key, cert] = [`${folder}/key.pem`, `${folder}/cert.pem`];
  const { success, stderr } = await new Deno.Command("openssl", {
    args: [
      ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"],
      ...["-keyout", key, "-out", cert, "-days", "1", "-subj", "/CN=test"],
      ...["-addext", `subjectAltName=${name}`],
      ...["-addext", "keyUsage=critical,digitalSignature,keyCertSign"],
    ],
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return { key: await Deno.readTextFile(key), cert: await Deno.readTextFile(cert) };
}

describe.skipIf(!HAS_PYTHON || !HAS_OPENSSL)("a webhook over TLS", () => {
  let folder: string;
  let named: StandIn;
  let misnamed: StandIn;

  beforeAll(async () => {
    folder = await Deno.makeTempDir({ prefix: "wattbook-tls-" });
    const server = async (name: string) => {
      const tls = await selfSigned(name, folder);
      await Deno.writeTextFile(`${folder}/ca.pem`, tls.cert, { append: true });
      return standIn(() => new Response("{}"), { tls });
    };
    named = await server("IP:127.0.0.1");
    misnamed = await server("DNS:analyzer.example");
    await Deno.mkdir(`${folder}/site/var/ssl`, { recursive: true });
    await Deno.copyFile(`${folder}/ca.pem`, `${folder}/site/var/ssl/ca-certificates.crt`);
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
