/**
 * Where a person's settings lie: in the project's folder, wherever below it a program was started.
 *
 * @module
 */

import { type Stats, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { environment, thisProcess } from "./effects.ts";

/** Files that mark the top folder of a project. */
const MARKERS = ["deno.json", "deno.jsonc", "package.json", ".git"] as const;

/** What {@linkcode findProjectFile} needs of a file system. */
export interface FileSystem {
  /** Where the search begins: the working folder, as an absolute path. */
  readonly cwd: string;
  /** The person's home folder, where it is known. */
  readonly home: string | undefined;
  /** Whether there is a file or a folder at a path. */
  exists(path: string): boolean;
  /** The owner of a folder; `null` where the system has none. */
  ownerOf(folder: string): number | null;
}

/**
 * Finds a file of the project, such as `.env`: in the working folder, else in the folders above it
 * up to the top folder of the project, which holds a `deno.json`, `deno.jsonc`, `package.json` or
 * `.git`. A working folder below the home folder needs no such mark: the search then goes up to the
 * home folder, which is itself left out. Everywhere else only the working folder counts. A file of
 * another project, of another person or in the home folder is never found.
 *
 * @param name Name of the file.
 * @returns Its path from the working folder, `undefined` if the project has none.
 */
export function findProjectFile(
  name: string,
  files: FileSystem = workingFolder(),
): string | undefined {
  const paths = projectFolders(files).map((folder) => join(folder, name));
  const found = paths.find((path) => files.exists(path));
  return found === undefined ? undefined : relative(files.cwd, found);
}

/** The folders of the project, from the working folder upwards. */
function projectFolders({ cwd, home, exists, ownerOf }: FileSystem): string[] {
  const folders: string[] = [];
  const owner = ownerOf(cwd);
  for (let folder = cwd;; folder = dirname(folder)) {
    const isAbove = folder !== cwd;
    if (isAbove && (folder === home || folder === dirname(folder) || ownerOf(folder) !== owner)) {
      // Without a top folder only what is below the home folder is surely the person's own.
      const isBelowHome = Boolean(home) && cwd.startsWith(join(home!, "/"));
      return isBelowHome ? folders : [cwd];
    }
    folders.push(folder);
    if (folder === dirname(folder)) return folders;
    if (MARKERS.some((marker) => exists(join(folder, marker)))) return folders;
  }
}

function workingFolder(): FileSystem {
  return {
    cwd: thisProcess.folder(),
    home: permitted(() => environment.get("HOME") ?? environment.get("USERPROFILE")),
    exists: (path) => infoOf(path) !== undefined,
    ownerOf: (folder) => infoOf(folder)?.uid ?? null,
  };
}

function infoOf(path: string): Stats | undefined {
  return permitted(() => statSync(path, { throwIfNoEntry: false }));
}

/** What a program may not look at is not there for it. */
function permitted<T>(look: () => T | undefined): T | undefined {
  try {
    return look();
  } catch (error) {
    if (error instanceof Error && error.name === "NotCapable") return undefined;
    throw error;
  }
}
