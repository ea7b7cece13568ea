import { sectionsOf } from "../../../tests/gallery/exhibit.ts";
import { EXHIBITS } from "./exhibits.ts";

/** Renders `alerts/docs/gallery.md`. */
export function galleryPage(): string {
  return `# Plots of a replay

Made by \`deno task --config alerts/deno.json gallery\` from the demo; do not edit it here. Each
picture is one call:

\`\`\`ts
import { differencesPlot, replayResults, saveFigure } from "./alerts/mod.ts";

const { comparisons, baseline } = await replayResults("replay.yaml");
await saveFigure(await differencesPlot(comparisons, { baseline }), "differences.svg");
\`\`\`

The options are those of [the toolkit's plots](../../docs/gallery.md): width, theme and title.

${sectionsOf(EXHIBITS)}`;
}
