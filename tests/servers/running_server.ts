/**
 * A server process of the tests: started on a free loopback port with its data in a directory of
 * its own, ended by its process id.
 *
 * @module
 */

/** A running server. Leaving its scope (`await using`) ends it and removes its data. */
export interface RunningServer extends AsyncDisposable {
  /** Where it answers. */
  readonly url: URL;
  /** Its process. */
  readonly pid: number;
  /** Everything that it has printed; gone after the end. */
  readonly logFile: string;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

/** How to start a server. */
export interface Launch {
  /** Program to run, found on the PATH. */
  readonly program: string;
  /** Its arguments, once the address to listen on (`127.0.0.1:PORT`) is known. */
  readonly args: (listen: string) => string[];
  /** Directory that goes away with the server. */
  readonly directory: string;
  /** Path that answers 200 when the server can be used. */
  readonly ready: string;
}

/**
 * Whether a program is installed. On a developer's machine a missing one skips tests; in CI
 * (`CI=true`) nothing may be skipped, so there it is an error.
 *
 * @param args Arguments with which the program proves itself by success.
 */
export async function installed(
  program: string,
  args: readonly string[] = ["--version"],
  ci = Deno.env.get("CI") === "true",
): Promise<boolean> {
  const command = [program, ...args].join(" ");
  try {
    const { success } = await new Deno.Command(program, {
      args: [...args],
      stdout: "null",
      stderr: "null",
    }).output();
    if (success) return true;
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  if (ci) throw new Error(`'${command}' fails, and CI must not skip the tests that need it`);
  console.warn(`'${command}' fails: the tests that need it are skipped`);
  return false;
}

/** A directory for one server, empty and its own. */
export function temporaryDirectory(program: string): Promise<string> {
  return Deno.makeTempDir({ prefix: `wattbook-${program}-` });
}

/** Starts a server and waits until it answers. */
export async function launch({ program, args, directory, ready }: Launch): Promise<RunningServer> {
  const listen = `127.0.0.1:${freePort()}`;
  const logFile = `${directory}/server.log`;
  const child = new Deno.Command(program, {
    args: args(listen),
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const logs = Promise.all([child.stdout, child.stderr].map(async (stream) => {
    // Chunk by chunk: `pipeTo` a file would hold back the last lines while the server runs.
    using file = await Deno.open(logFile, { append: true, create: true });
    for await (const chunk of stream) file.writeSync(chunk);
  }));
  let ended = false;
  const end = child.status.then(() => ended = true);

  const stop = async () => {
    // Its data go with it: there is nothing that it should save, which takes some of them seconds.
    if (!ended) child.kill("SIGKILL");
    await end;
    await logs;
    await Deno.remove(directory, { recursive: true }).catch((error) => {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    });
  };
  const url = new URL(`http://${listen}/`);
  try {
    await untilReady(new URL(ready, url), () => ended);
  } catch (cause) {
    if (!ended) child.kill("SIGTERM");
    await end;
    await logs;
    const log = await Deno.readTextFile(logFile);
    await stop();
    throw new Error(`${program} did not become ready; it printed:\n${log}`, { cause });
  }
  return { url, pid: child.pid, logFile, stop, [Symbol.asyncDispose]: stop };
}

const PATIENCE = 60_000;

async function untilReady(url: URL, ended: () => boolean): Promise<void> {
  const deadline = Date.now() + PATIENCE;
  while (Date.now() < deadline) {
    if (ended()) throw new Error("It ended at once");
    try {
      const answer = await fetch(url);
      await answer.body?.cancel();
      if (answer.ok) return;
    } catch {
      // Not listening yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`No answer at ${url} within ${PATIENCE / 1000} s`);
}

function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}
