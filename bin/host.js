/**
 * What the launcher needs of the program that runs it.
 *
 * @module
 */

const ROOT = new URL("../", import.meta.url);

/** Deno, or Node for the npm package. `start` runs Deno and returns its exit code. */
export const host = globalThis.Deno ? ofDeno() : await ofNode();

function ofDeno() {
  const isWindows = Deno.build.os === "windows";
  const root = decodeURIComponent(isWindows ? ROOT.pathname.slice(1) : ROOT.pathname);
  // A task starts in the folder of deno.json, but a person means paths from where they typed it.
  const { state } = Deno.permissions.querySync({ name: "env", variable: "INIT_CWD" });
  const typedIn = state === "granted" ? Deno.env.get("INIT_CWD") : undefined;
  if (typedIn !== undefined) Deno.chdir(typedIn);
  return {
    root,
    isNpm: false,
    silence: "null",
    packages: () => `${root}node_modules`,
    deno: Deno.execPath(),
    args: Deno.args,
    exit: Deno.exit,
    realPath: (path) => orItself(path, Deno.realPathSync),
    exists: (path) => orItself(null, () => Deno.statSync(path)) !== null,
    async start(args, { stdout = "inherit" } = {}) {
      const streams = { stdin: "inherit", stdout, stderr: "inherit" };
      const child = new Deno.Command(Deno.execPath(), { args, ...streams }).spawn();
      const forward = (signal) => () => void orItself(signal, () => child.kill(signal));
      // Windows itself hands Ctrl-C to both processes.
      Deno.addSignalListener("SIGINT", isWindows ? () => {} : forward("SIGINT"));
      if (!isWindows) Deno.addSignalListener("SIGTERM", forward("SIGTERM"));
      return (await child.status).code;
    },
  };
}

async function ofNode() {
  const { execFileSync, spawn } = await import("node:child_process");
  const { existsSync, realpathSync } = await import("node:fs");
  const { createRequire } = await import("node:module");
  const { constants } = await import("node:os");
  const { fileURLToPath } = await import("node:url");
  // Deno itself: the script that npm links to does not forward signals.
  const deno = createRequire(import.meta.url)("deno/install_api.cjs").runInstall();
  return {
    root: fileURLToPath(ROOT),
    isNpm: true,
    silence: "ignore",
    packages: () =>
      JSON.parse(execFileSync(deno, ["info", "--json"], { encoding: "utf8" })).npmCache,
    deno,
    args: process.argv.slice(2),
    exit: process.exit,
    realPath: (path) => orItself(path, realpathSync),
    exists: existsSync,
    start(args, { stdout = "inherit" } = {}) {
      // The package.json is for npm. Deno reads deno.json.
      const env = { ...process.env, DENO_NO_PACKAGE_JSON: "1" };
      const child = spawn(deno, args, { env, stdio: ["inherit", stdout, "inherit"] });
      for (const signal of ["SIGINT", "SIGTERM"]) {
        process.on(signal, () => process.platform === "win32" || child.kill(signal));
      }
      return new Promise((resolve, reject) => {
        child.on("error", reject);
        child.on("exit", (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
      });
    },
  };
}

/** What the action makes of a value, or the value where the action fails. */
function orItself(value, action) {
  try {
    return action(value);
  } catch {
    return value;
  }
}
