/**
 * `deno task --config alerts/deno.json gallery`: draws the plots of the demo replay and renders
 * `alerts/docs/gallery.md`.
 *
 * @module
 */

import { replayResults, saveFigure } from "../../mod.ts";
import { EXHIBITS } from "./exhibits.ts";
import { galleryPage } from "./page.ts";

const replay = await replayResults();
for (const { name, draw } of EXHIBITS) {
  for (const theme of ["light", "dark"] as const) {
    await saveFigure(await draw(replay, { theme }), `docs/gallery/${name}-${theme}.svg`);
  }
}
await Deno.writeTextFile("docs/gallery.md", galleryPage());
