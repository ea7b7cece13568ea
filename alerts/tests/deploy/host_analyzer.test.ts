import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { permissionsOf } from "../../../tests/command_arguments.ts";
import {
  HOST_VARIABLE_NAMES,
  loadHostSettings,
  SSH_FILES,
} from "../../src/settings/host_settings.ts";
import config from "../../deno.json" with { type: "json" };
import { bundleCommand } from "../services/image.ts";
import { analyzerDockerfile } from "../services/analyzer_dockerfile.ts";

const DEPLOY = new URL("../../deploy/host-analyzer/", import.meta.url);
const read = (name: string) => Deno.readTextFile(new URL(name, DEPLOY));

const { services, volumes } = parse(await read("compose.yml"));
const service = services["host-analyzer"];
const { entrypoint, env, user, instructions, runs } = await analyzerDockerfile("host-analyzer");
/** What is in `host-analyzer.env`, which is in no file here. */
const SECRET = [
  "WEBHOOK_SECRET",
  "API_KEY",
  "HOSTMON_API_USER",
  "HOSTMON_API_SECRET",
  "PUSH_PUBLISH_TOKEN",
];
const settings = loadHostSettings(
  new Map([...SECRET.map((name) => [name, "secret"]), ...Object.entries(service.environment)] as [
    string,
    string,
  ][]),
);

function permission(args: readonly string[], name: string): string[] {
  const flag = `--${name}=`;
  return args.find((arg) => arg.startsWith(flag))!.slice(flag.length).split(",");
}

describe("Compose", () => {
  test("runs it as nobody, on a read-only disk, without capabilities", () => {
    expect(service).toMatchObject({
      user: "65534:65534",
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
    });
    expect(service).not.toHaveProperty("privileged");
    expect(user).toBe(service.user);
  });

  test("its variables exist, its values are good, its secrets are in no file", async () => {
    const names = Object.keys(service.environment);
    expect(names.filter((name) => !HOST_VARIABLE_NAMES.includes(name))).toEqual([]);
    expect(names.filter((name) => SECRET.includes(name))).toEqual([]);
    expect(service.env_file).toEqual(["host-analyzer.env"]);
    const text = await read("compose.yml");
    for (const name of SECRET) expect(text).toContain(`${name}=…`);
  });

  test("key and list are where the settings look, for reading only", () => {
    const [data, ssh] = service.volumes;
    expect(ssh).toEqual({
      type: "bind",
      source: "./ssh",
      target: SSH_FILES.keyPath.replace(/\/id$/, ""),
      read_only: true,
    });
    expect(settings.ssh).toMatchObject(SSH_FILES);
    expect(SSH_FILES.knownHostsPath).toBe(`${ssh.target}/known_hosts`);
    expect(data).toBe(`${Object.keys(volumes)[0]}:/data`);
    expect(settings.storePath).toMatch(/^\/data\/\w/);
    expect(env["STORE_PATH"]).toBe(settings.storePath);
  });

  test("one port, and the time to stop", () => {
    expect(service.ports).toEqual([
      `\${HOST_ANALYZER_ADDRESS:-127.0.0.1}:${settings.port}:${settings.port}`,
    ]);
    expect(instructions).toContainEqual({ word: "EXPOSE", rest: String(settings.port) });
    expect(Number.parseInt(service.stop_grace_period) * 1000).toBeGreaterThan(settings.stopLimit);
  });

  test("builds the image from the file beside it", () => {
    expect(service.build).toEqual({
      context: "../../..",
      dockerfile: "alerts/deploy/host-analyzer/Dockerfile",
    });
  });
});

describe("the image", () => {
  test("may read exactly the variables of the settings, as the tasks may", () => {
    expect(permission(entrypoint, "allow-env")).toEqual(HOST_VARIABLE_NAMES);
    const task = (name: "host-analyzer" | "host-analyzer:doctor") =>
      permission(permissionsOf(name), "allow-env");
    expect(task("host-analyzer")).toEqual(HOST_VARIABLE_NAMES);
    expect(task("host-analyzer:doctor")).toEqual([...HOST_VARIABLE_NAMES, "NO_COLOR", "TERM"]);
  });

  test("may read prompt, store and SSH's files, write its data, and start no program", () => {
    expect(permission(entrypoint, "allow-read")).toEqual([
      "/app/prompts",
      "/data",
      "/etc/host-analyzer",
    ]);
    expect(permission(entrypoint, "allow-write")).toEqual(["/data"]);
    const allowed = entrypoint.filter((arg) => arg.startsWith("--allow-"))
      .map((arg) => arg.replace(/=.*/, "")).sort();
    expect(allowed).toEqual(["--allow-env", "--allow-net", "--allow-read", "--allow-write"]);
    expect(entrypoint).toContain("--no-prompt");
    expect(entrypoint).toContain("--deny-net=169.254.169.254");
  });

  test("starts what it bundles", () => {
    const bundle = bundleCommand(runs);
    expect(bundle.at(-1)).toBe("src/host_main.ts");
    expect(bundle).toContain(`--outfile=${entrypoint.at(-1)}`);
  });

  test.each(["analyzer", "host-analyzer"] as const)(
    "of the %s is built of what is pinned: base images by digest, the bundler by the lock",
    async (analyzer) => {
      const { instructions, runs } = await analyzerDockerfile(analyzer);
      const bases = instructions.filter(({ word }) => word === "FROM").map(({ rest }) => rest);
      expect(bases).toHaveLength(2);
      for (const base of bases) {
        expect(base).toMatch(/^[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}(?: AS build)?$/);
      }
      expect(bundleCommand(runs)).toContain(config.imports.esbuild);
      expect(runs[0]).toEqual(["deno", "install", "--frozen"]);
      expect(runs.flat()).not.toContain("bundle");
    },
  );

  test("is made without anything secret that may lie in the repository", async () => {
    const ignored = (await Deno.readTextFile(new URL("../../../.dockerignore", import.meta.url)))
      .split("\n");
    for (const path of ["**/*.env", "alerts/deploy/host-analyzer/ssh", ".git", "**/*.db"]) {
      expect(ignored).toContain(path);
    }
  });

  test("is the version of Deno that is tested here", async () => {
    expect(await read("Dockerfile")).toContain(`\nFROM denoland/deno:${Deno.version.deno}@sha256:`);
  });
});
