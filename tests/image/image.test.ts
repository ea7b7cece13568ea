import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { localDay } from "../../src/time.ts";
import { serveOneSeries } from "../standins/one_series.ts";
import { readDockerfile } from "./dockerfile.ts";
import { CAN_SANDBOX, sandboxed } from "./sandbox.ts";

const ROOT = new URL("../../", import.meta.url).pathname;
const { instructions, entrypoint, env, user, runs } = await readDockerfile(
  new URL("../../Dockerfile", import.meta.url),
);

/** What the build copies from the clone, by where it is inside. */
const files = Object.fromEntries(
  instructions.filter(({ word, rest }) => word === "COPY" && !rest.startsWith("--"))
    .flatMap(({ rest }) =>
      rest.split(" ").slice(0, -1).map((path) => [`/app/${path}`, ROOT + path])
    ),
);

describe("the image", () => {
  test("is Wattbook's commands with the packages of the lock", () => {
    expect(Object.keys(files)).toEqual([
      "/app/deno.json",
      "/app/deno.lock",
      "/app/bin",
      "/app/src",
      "/app/data/fixtures/demo",
      "/app/data/fixtures/demo-battery",
    ]);
    expect(runs).toEqual([["deno", "install", "--frozen"], ["mkdir", "/data"]]);
    expect(entrypoint).not.toContain("-A");
    expect(user).toBe("65534:65534");
  });

  test("is the Deno of the tests, on base images by digest, which those of alerts have too", async () => {
    const bases = (text: string) => [...text.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image!);
    const own = bases(await Deno.readTextFile(`${ROOT}Dockerfile`));
    expect(own[0]).toMatch(new RegExp(`^denoland/deno:${Deno.version.deno}@`));
    for (const image of own) expect(image).toMatch(/@sha256:[0-9a-f]{64}$/);
    for (const analyzer of ["analyzer", "host-analyzer"]) {
      const file = `${ROOT}alerts/deploy/${analyzer}/Dockerfile`;
      expect(bases(await Deno.readTextFile(file))).toEqual(own);
    }
  });

  test.each(["x64", "arm64"])("has the native libraries for %s", async (cpu) => {
    const { npm } = JSON.parse(await Deno.readTextFile(`${ROOT}deno.lock`));
    for (const library of ["nodejs-polars-linux-", "@resvg/resvg-js-linux-"]) {
      expect(Object.keys(npm).filter((name) => name.startsWith(`${library}${cpu}-gnu@`)))
        .toHaveLength(1);
    }
  });
});

describe.skipIf(!CAN_SANDBOX)("the image, without an engine", () => {
  let data: string;
  beforeAll(async () => {
    data = await Deno.makeTempDir();
    // For the user of the sandbox, whoever that is outside.
    await Deno.chmod(data, 0o777);
  });
  afterAll(() => Deno.remove(data, { recursive: true }));

  async function run(settings: Record<string, string>, ...command: string[]) {
    const sandbox = {
      user,
      env: { ...env, ...settings },
      // The build installs them there.
      files: { ...files, "/app/node_modules": `${ROOT}node_modules` },
      data,
      cwd: "/data",
    };
    const [program, ...args] = await sandboxed(sandbox, command);
    const { code, stdout, stderr } = await new Deno.Command(program, { args }).output();
    const text = new TextDecoder();
    return { code, out: text.decode(stdout), err: text.decode(stderr) };
  }

  test("reports, and writes into /data", async () => {
    const { code, out } = await run(
      {},
      ...entrypoint,
      "report",
      "--from",
      "2025-06-01",
      "--to",
      "2025-06-02",
    );
    expect([code, out.includes("Wrote report.csv (2 days)")]).toEqual([0, true]);
    expect((await Deno.readTextFile(`${data}/report.csv`)).trim().split("\n")).toHaveLength(3);
  });

  test("keeps the samples of a server in /data/archive", async () => {
    await using server = serveOneSeries();
    const { code, out, err } = await run(
      { METRICS_URL: `http://127.0.0.1:${server.addr.port}`, HOUSEHOLD_ZONE: "Europe/Berlin" },
      ...[...entrypoint, "sync", "--from", localDay(Date.now() - 172_800_000, "Europe/Berlin")],
    );
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(/^inverter_logger_online +1 /m);
    const found = await Array.fromAsync(Deno.readDir(`${data}/archive`));
    expect(found.map(({ name }) => name)).toContain("metric=inverter_logger_online");
  });

  test("holds no shell, and lets nothing be written outside of /data", async () => {
    for (const program of ["/bin/sh", "/bin/bash", "/usr/bin/env"]) {
      const { code, err } = await run({}, program);
      expect(code).not.toBe(0);
      expect(err).toContain("No such file or directory");
    }
    const refused = await run({}, ...entrypoint, "report", "--out", "/app/report.csv");
    expect(refused.code).toBe(1);
    expect(refused.err).toContain("error: Cannot write '/app/report.csv': EROFS");
  });
});
