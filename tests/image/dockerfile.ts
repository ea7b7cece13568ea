/**
 * What a Dockerfile says, read from the file itself: the tests do what it does.
 *
 * @module
 */

/** The parts of a Dockerfile that the tests follow. */
export interface Dockerfile {
  /** Instructions in their order, continued lines joined, without comments. */
  readonly instructions: readonly { readonly word: string; readonly rest: string }[];
  /** Program and arguments of the container. */
  readonly entrypoint: readonly string[];
  /** Programs that run in the build. */
  readonly runs: readonly (readonly string[])[];
  /** Environment of the image. */
  readonly env: Readonly<Record<string, string>>;
  /** `user:group` of the container. */
  readonly user: string;
}

/** Reads a Dockerfile. */
export async function readDockerfile(file: URL): Promise<Dockerfile> {
  const text = (await Deno.readTextFile(file)).replace(/^#.*\n/gm, "").replace(/\\\n/g, " ");
  const instructions = text.split("\n").filter((line) => line.trim() !== "").map((line) => {
    const [, word, rest] = /^(\w+)\s+(.*)$/.exec(line)!;
    return { word: word!, rest: rest!.trim() };
  });
  const all = (word: string) =>
    instructions.filter((one) => one.word === word).map(({ rest }) => rest);
  return {
    instructions,
    entrypoint: JSON.parse(all("ENTRYPOINT").at(-1)!),
    runs: all("RUN").map((rest) => JSON.parse(rest)),
    env: Object.fromEntries(all("ENV").map((rest) => rest.split("=") as [string, string])),
    user: all("USER").at(-1)!,
  };
}
