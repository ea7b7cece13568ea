import type { Dirent } from "node:fs";
import { mkdir, readdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isMissing } from "../../../src/files.ts";
import { readText } from "../../src/effects.ts";
import { isWattbookError, WattbookError } from "../../src/errors.ts";
import {
  keyOf,
  parseRecording,
  type RecordedRequest,
  type Recording,
  recordingText,
} from "./recording.ts";
import { refuseSecrets } from "./secrets_in.ts";
import { writeWhole } from "../write_whole.ts";

export type Cassettes = ReturnType<typeof openCassettes>;

export function openCassettes(folder: string) {
  const pathOf = (request: RecordedRequest, key = keyOf(request)) =>
    join(folder, modelSlug(request.body), key.slice(0, 2), `${key}.json`);
  return {
    folder,
    pathOf,
    /**
     * The recording of a request, or `null` if there is none. A damaged file is an error
     * (`BAD_RECORDING`), not a missing recording.
     */
    async read(request: RecordedRequest, key = keyOf(request)): Promise<Recording | null> {
      const path = pathOf(request, key);
      const text = await readText(path).catch((error) => {
        if (isMissing(error)) return null;
        throw error;
      });
      if (text === null) return null;
      const recording = parseRecording(text, path);
      if (recording.key !== key) throw misplaced(path);
      return recording;
    },
    /** Writes a recording, completely or not at all. It is on the disk when this returns. */
    async write(recording: Recording): Promise<void> {
      refuseSecrets(recording.request.body, "The request");
      refuseSecrets(recording.response.body, "The answer");
      const path = pathOf(recording.request, recording.key);
      await mkdir(dirname(path), { recursive: true });
      await writeWhole(path, recordingText(recording));
    },
    async *all(): AsyncGenerator<
      { readonly path: string; readonly content: Recording | WattbookError }
    > {
      for await (const path of filesBelow(folder)) {
        try {
          const recording = parseRecording(await readText(join(folder, path)), path);
          const isInPlace = pathOf(recording.request, recording.key) === join(folder, path);
          yield { path, content: isInPlace ? recording : misplaced(path) };
        } catch (error) {
          if (!isWattbookError(error)) throw error;
          yield { path, content: error };
        }
      }
    },
    remove: (path: string): Promise<void> => rm(join(folder, path)),
  };
}

function misplaced(path: string): WattbookError {
  return new WattbookError("BAD_RECORDING", `The recording '${path}' has the name of another one`, {
    hint: "Delete it; a copy under another name answers nothing.",
  });
}

/** Other files, such as a README or a half-written recording, are ignored. */
async function* filesBelow(folder: string, below = ""): AsyncGenerator<string> {
  let entries: Dirent[];
  try {
    entries = await readdir(join(folder, below), { withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return;
    throw error;
  }
  for (const entry of entries.sort((a, b) => a.name < b.name ? -1 : 1)) {
    const { name } = entry, path = below === "" ? name : `${below}/${name}`;
    if (entry.isDirectory()) yield* filesBelow(folder, path);
    else if (name.endsWith(".json")) yield path;
  }
}

/** The model's name as a folder, for readers. Recordings are told apart by their keys. */
function modelSlug(body: string): string {
  const [, model = ""] = /^\{"model":"([^"]{1,100})"/.exec(body) ?? [];
  return model.replace(/[^\w.-]/g, "_").replace(/^\.+/, "") || "model";
}
