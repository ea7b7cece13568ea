import { fileURLToPath } from "node:url";

/** Where the samples of the demo household lie: beside the code, wherever that is. */
export const DEMO_FOLDER: string = fileURLToPath(
  new URL("../../data/fixtures/demo", import.meta.url),
);
