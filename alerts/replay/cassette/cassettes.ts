import { mkdir, readdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isMissing, readTextIfPresent } from "../../../src/files.ts";
import { isWattbookError } from "../../src/errors.ts";
import { complaint } from "../json_lines.ts";
import {
  keyOf,
  parseRecording,
  type RecordedRequest,
  type Recording,
  recordingText,
} from "./recording.ts";
import { refuseSecrets } from "./secrets_in.ts";
import { writeWhole } from "../write_whole.ts";

const misplaced = complaint(
  "BAD_RECORDING",
  "Delete it; a copy under another name answers nothing.",
);

export type Cassettes = ReturnType<typeof openCassettes>;

export function openCassettes(folder: string) {
  const pathOf = (request: RecordedRequest, key = keyOf(request)) =>
    join(folder, modelSlug(request.body), key.slice(0, 2), `${key}.json`);
  const readFrom = (path: string, name = path): Recording | null => {
    const text = readTextIfPresent(path);
    if (text === undefined) return null;
    const recording = parseRecording(text, name);
    if (pathOf(recording.request, recording.key) === path) return recording;
    throw misplaced(`The recording '${name}' has the name of another one`);
  };
  return {
    folder,
    pathOf,
    /** `null` if there is no recording. A damaged file is an error (`BAD_RECORDING`). */
    read: async (request: RecordedRequest, key = keyOf(request)) =>
      await readFrom(pathOf(request, key)),
    /** Writes a recording, completely or not at all. It is on the disk when this returns. */
    async write(recording: Recording): Promise<void> {
      refuseSecrets(recording.request.body, "The request");
      refuseSecrets(recording.response.body, "The answer");
      const path = pathOf(recording.request, recording.key);
      await mkdir(dirname(path), { recursive: true });
      await writeWhole(path, recordingText(recording));
    },
    /** All recordings or their errors. Other files, such as a half-written one, are ignored. */
    async *all() {
      const paths = await readdir(folder, { recursive: true }).catch((error) => {
        if (isMissing(error)) return [];
        throw error;
      });
      for (const path of paths.filter((one) => one.endsWith(".json")).sort()) {
        try {
          const content = readFrom(join(folder, path), path);
          if (content) yield { path, content };
        } catch (error) {
          if (!isWattbookError(error)) throw error;
          yield { path, content: error };
        }
      }
    },
    remove: (path: string): Promise<void> => rm(join(folder, path)),
  };
}

/** The model's name as a folder, for readers. Recordings are told apart by their keys. */
function modelSlug(body: string): string {
  const [, model = ""] = /^\{"model":"([^"]{1,100})"/.exec(body) ?? [];
  return model.replace(/[^\w.-]/g, "_").replace(/^\.+/, "") || "model";
}
