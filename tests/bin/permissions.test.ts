import { mkdir, mkdtemp, realpath, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { COMMANDS } from "../../bin/commands.js";
import { host } from "../../bin/host.js";
import { denoArguments } from "../../bin/deno_arguments.js";
import { commandArguments, type CommandName } from "../command_arguments.ts";
import { denoEnvironment } from "../run.ts";

/** What a command may do, without its script. */
function permissions(name: CommandName, ...args: string[]): string[] {
  return commandArguments(name, ...args).filter((arg) => /^--(allow|deny)/.test(arg));
}

function writes(...args: [CommandName, ...string[]]): string | undefined {
  return permissions(...args).find((arg) => arg.startsWith("--allow-write"));
}

test("no command may do everything, and none asks a person or a registry", () => {
  for (const name of Object.keys(COMMANDS) as CommandName[]) {
    const args = commandArguments(name);
    expect(args.slice(0, 3)).toEqual(["run", "--no-prompt", "--ignore-env"]);
    // Both take only what is installed.
    expect(args.some((arg) => ["--cached-only", "--node-modules-dir=manual"].includes(arg)))
      .toBe(true);
    expect(args).not.toContain("-A");
    expect(args).not.toContain("--allow-all");
    // Unlimited, these three would be everything.
    for (const each of ["--allow-env", "--allow-run", "--allow-ffi"]) {
      expect(args).not.toContain(each);
    }
  }
});

test("a report writes only where --out and --gaps say, by default in the working folder", () => {
  expect(writes("report")).toBe("--allow-write=.");
  expect(writes("report", "--out", "/tmp/a/b.csv")).toBe("--allow-write=/tmp/a/");
  expect(writes("report", "--out=a/b.csv", "--gaps", "c/d.csv")).toBe("--allow-write=a/,c/");
  expect(writes("report", "--out", "a,b/c.csv")).toBe("--allow-write=a,,b/");
  expect(writes("report", "--out", "-")).toBeUndefined();
  expect(writes("report", "--out")).toBe("--allow-write=.");
});

test("a sync writes only into its archive", () => {
  expect(writes("sync")).toBe("--allow-write=archive");
  expect(writes("sync", "--dir", "homes/one")).toBe("--allow-write=homes/one");
});

test("a what-if writes only what is named", () => {
  expect(writes("whatif", "battery")).toBeUndefined();
  expect(writes("whatif", "battery", "--out", "a/b.csv")).toBe("--allow-write=a/");
  expect(writes("whatif", "battery", "--plots", "pictures")).toBe("--allow-write=pictures");
});

test.each(["now", "serve", "doctor", "verify", "redact", "cases"] as const)(
  "%s writes nowhere",
  (name) => {
    expect(writes(name)).toBeUndefined();
  },
);

test("the file behind a link may be written too", async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "links-")));
  await mkdir(join(folder, "there"));
  await Deno.writeTextFile(join(folder, "there/report.csv"), "");
  await symlink(join(folder, "there/report.csv"), join(folder, "link.csv"));
  const args = denoArguments(COMMANDS.report, ["--out", join(folder, "link.csv")], host);
  expect(args).toContain(`--allow-write=${folder}/,${folder}/there/`);
  await rm(folder, { recursive: true });
});

test.each(["report", "now", "doctor", "sync", "verify", "whatif"] as const)(
  "%s starts with its permissions",
  async (name) => {
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: commandArguments(name, "--help"),
      clearEnv: true,
      env: denoEnvironment(),
    }).output();
    const text = new TextDecoder();
    expect({ code, err: text.decode(stderr) }).toEqual({ code: 0, err: "" });
    expect(text.decode(stdout)).toContain(`Usage: deno task ${name} `);
  },
);
