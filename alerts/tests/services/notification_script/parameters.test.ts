import { describe, expect, test } from "vitest";
import { installed } from "../../../../tests/servers/running_server.ts";
import { HOST_PROBLEM } from "./contexts.ts";
import {
  HAS_PYTHON,
  notify,
  parameters,
  PATH,
  SCRIPT,
  SECRET,
  startWebhook,
  variables,
} from "./script.ts";

const HAS_BUBBLEWRAP = await installed("bwrap");

/**
 * A password store in the place of Checkmk's: where it is imported from, and its one function,
 * which has been there since version 2.0. An identifier that it does not know gives nothing in 2.1
 * and 2.2, and an exception since 2.3.
 */
async function passwordStore(): Promise<string> {
  const folder = await Deno.makeTempDir({ prefix: "wattbook-site-" });
  await Deno.mkdir(`${folder}/cmk/utils`, { recursive: true });
  await Deno.writeTextFile(
    `${folder}/cmk/utils/password_store.py`,
    `def extract(password_id):
    if password_id == "of_2_1":
        return None
    if password_id != "analyzer":
        raise RuntimeError("Password not found: ${SECRET}")
    return "${SECRET}"
`,
  );
  return folder;
}

describe.skipIf(!HAS_PYTHON || !HAS_BUBBLEWRAP)("the URL's defaults", () => {
  // Where nobody listens at all, the failure tells where to.
  const asked = async (env: Readonly<Record<string, string>>) => {
    const { output } = await notify({
      program: "/usr/bin/bwrap",
      args: ["--ro-bind", "/", "/", "--dev", "/dev", "--unshare-net", SCRIPT],
      env: { ...variables(HOST_PROBLEM), NOTIFY_PARAMETER_2: SECRET, ...env },
    });
    return output.split(" cannot be reached")[0];
  };

  test.each([
    ["", "http://localhost:8080"],
    ["http://127.0.0.1", "http://127.0.0.1:8080"],
    ["http://127.0.0.1/webhook", "http://127.0.0.1:8080"],
    ["http://127.0.0.1:80/webhook", "http://127.0.0.1:80"],
    ["https://127.0.0.1", "https://127.0.0.1:443"],
    ["http://[::1]", "http://[::1]:8080"],
    [" http://127.0.0.1:81\n", "http://127.0.0.1:81"],
  ])("%j is %s", async (url, whole) => {
    expect(await asked({ NOTIFY_PARAMETER_1: url })).toBe(whole);
  });

  test("no parameter is the default", async () => {
    expect(await asked({})).toBe("http://localhost:8080");
  });
});

describe.skipIf(!HAS_PYTHON)("the forms of the two parameters", () => {
  const forms: [string, (url: string) => Record<string, string>][] = [
    ["as Checkmk 2.1 to 2.3 pass free text", parameters],
    ["as Checkmk 2.4 passes free text", (url) => ({
      NOTIFY_PARAMETER_PARAMSS: `${url} ${SECRET}`,
      NOTIFY_PARAMETER_PARAMS_1: url,
      NOTIFY_PARAMETER_PARAMS_2: SECRET,
    })],
    ["a reference with a space", (url) => parameters(url, "store analyzer")],
    ["a reference as Checkmk joins it", (url) => ({
      ...parameters(url, "store\tanalyzer"),
      NOTIFY_PARAMETER_2_1: "store",
      NOTIFY_PARAMETER_2_2: "analyzer",
    })],
    ["a reference in two lines", (url) => parameters(url, "store\nanalyzer")],
    ["a password as Checkmk joins it", (url) => parameters(url, `password\t${SECRET}`)],
    ["a reference of a form of Checkmk 2.4", (url) => ({
      NOTIFY_PARAMETER_1: url,
      NOTIFY_PARAMETER_2_1: "cmk_postprocessed",
      NOTIFY_PARAMETER_2_2: "stored_password",
      NOTIFY_PARAMETER_2_3: "analyzer\t",
      NOTIFY_PARAMETER_2_3_1: "analyzer",
      NOTIFY_PARAMETER_2_3_2: "",
    })],
    ["a password of a form of Checkmk 2.4", (url) => ({
      NOTIFY_PARAMETER_1: url,
      NOTIFY_PARAMETER_2_1: "cmk_postprocessed",
      NOTIFY_PARAMETER_2_2: "explicit_password",
      NOTIFY_PARAMETER_2_3: `uuid1\t${SECRET}`,
      NOTIFY_PARAMETER_2_3_1: "uuid1",
      NOTIFY_PARAMETER_2_3_2: SECRET,
    })],
  ];

  test.each(forms)("%s", async (_what, env) => {
    await using webhook = startWebhook();
    const PYTHONPATH = await passwordStore();
    const { code, output } = await notify({
      env: { ...variables(HOST_PROBLEM), ...env(webhook.url.href), PYTHONPATH },
    });
    await Deno.remove(PYTHONPATH, { recursive: true });
    expect(output).toBe(`1 notification delivered to ${webhook.url.origin}\n`);
    expect(code).toBe(0);
    expect(webhook.requests[0]!.headers.get("authorization")).toBe(`Bearer ${SECRET}`);
  });

  test.each(["of_2_1", "of_2_3"])("a reference to nothing: %s", async (identifier) => {
    await using webhook = startWebhook();
    const PYTHONPATH = await passwordStore();
    const { code, output } = await notify({
      env: {
        ...variables(HOST_PROBLEM),
        ...parameters(webhook.url, `store ${identifier}`),
        PYTHONPATH,
      },
    });
    await Deno.remove(PYTHONPATH, { recursive: true });
    expect(output).toBe("Checkmk's password store has no such password, or cannot be read\n");
    expect(code).toBe(2);
    expect(webhook.requests).toEqual([]);
  });

  test("a reference without a site's python3 says what to do", async () => {
    await using webhook = startWebhook();
    const { code, output } = await notify({
      env: { ...variables(HOST_PROBLEM), ...parameters(webhook.url, "store analyzer") },
    });
    expect(output).toMatch(/^The secret is in Checkmk's password store, which only the python3 of/);
    expect(code).toBe(2);
    expect(webhook.requests).toEqual([]);
  });

  test("a password store that breaks does not break the promise to print no secret", async () => {
    const PYTHONPATH = await passwordStore();
    await Deno.writeTextFile(
      `${PYTHONPATH}/cmk/utils/password_store.py`,
      `raise RuntimeError("Cannot decrypt ${SECRET}")\n`,
    );
    const ended = await notify({
      env: {
        ...variables(HOST_PROBLEM),
        ...parameters("http://127.0.0.1:1", "store analyzer"),
        PYTHONPATH,
      },
    });
    await Deno.remove(PYTHONPATH, { recursive: true });
    expect(ended).toEqual({ code: 2, output: "Unexpected: RuntimeError\n" });
  });

  test("a secret in a file needs no parameter", async () => {
    await using webhook = startWebhook();
    const file = await Deno.makeTempFile({ prefix: "wattbook-secret-" });
    await Deno.writeTextFile(file, `${SECRET}\n`);
    const { code } = await notify({
      args: ["--url", webhook.url.href, "--secret-file", file],
      env: variables(HOST_PROBLEM),
    });
    await Deno.remove(file);
    expect(code).toBe(0);
    expect(webhook.requests[0]!.headers.get("authorization")).toBe(`Bearer ${SECRET}`);
  });
});

test.skipIf(!HAS_PYTHON)("Checkmk finds the script's title, and that it takes bulks", async () => {
  const [shebang, title, bulk] = (await Deno.readTextFile(SCRIPT)).split("\n");
  expect(shebang).toBe("#!/usr/bin/env python3");
  expect(title).toMatch(/^# \S/);
  expect(bulk).toBe("# Bulk: yes");
  // Executable for everyone, and no more to write than usual.
  expect((await Deno.stat(SCRIPT)).mode! & 0o777).toBe(0o755);
});

test.skipIf(!HAS_PYTHON)("the script's syntax is that of Python 3.6", async () => {
  const { stderr } = await new Deno.Command("python3", {
    args: [
      ...["-W", "error", "-c"],
      `import ast, pathlib; ast.parse(pathlib.Path("${SCRIPT}").read_text(), feature_version=(3, 6))`,
    ],
    env: { PATH },
    clearEnv: true,
  }).output();
  expect(new TextDecoder().decode(stderr)).toBe("");
});
