import { sectionsOf } from "./exhibit.ts";
import { EXHIBITS } from "./exhibits.ts";

/** Renders `docs/gallery.md`. */
export function galleryPage(): string {
  return `# Gallery

Made by \`deno task gallery\` from the demos; do not edit it here. Each picture is one call:

\`\`\`ts
import { openHousehold, saveFigure } from "../mod.ts";

const home = await openHousehold({ demo: true });
const YEAR = { from: "2025-01-01", to: "2025-12-31" };
const year = await home.days({ ...YEAR, power: "15m" });
const august = await home.days({ from: "2025-08-01", to: "2025-08-31" });
const day = await home.power({ from: "2025-06-03", to: "2025-06-03", step: "1m" });
const samples = await home.samples("string_power", {
  from: "2025-06-03T05:00",
  to: "2025-06-03T22:00",
});
const years = await home.days({ from: "2024-01-01", to: "2025-12-31" });
const stored = await openHousehold({ demo: "battery" });
const batteryYear = await stored.days(YEAR);
const batteryDay = await stored.power({ from: "2025-03-19", to: "2025-03-19", step: "5m" });
const money = await home.money({ tariff: "../data/tariffs/de-flat.json", ...YEAR });
const tariffs = await home.compareTariffs({
  tariffs: ["../data/tariffs/de-flat.json", "../data/tariffs/de-dynamic.json"],
  ...YEAR,
});
const batteries = await home.whatIf({
  battery: { kwh: [2, 4, 6, 8, 10, 12, 14], kw: 5 },
  tariffs: ["../data/tariffs/de-dynamic.json"],
  ...YEAR,
});

const figure = await year.power.plot("carpet", { of: "generation_w", width: 1200, theme: "dark" });
await saveFigure(figure, "generation.png");
\`\`\`

A notebook shows the last expression of a cell as a PNG. Every plot has these options:

| option   | meaning                                                                                         |
| -------- | ----------------------------------------------------------------------------------------------- |
| \`width\`  | Width of the picture in pixels, 800 by default                                                  |
| \`theme\`  | \`light\` (default), \`dark\`, or \`auto\`, which follows the reader's setting where a browser shows it |
| \`title\`  | Another title                                                                                   |

\`saveFigure\` writes SVG or PNG, depending on the file name. Each picture has a title, a unit on its
axis and a description for screen readers. The colours are Okabe and Ito's hues with a contrast of at
least 3:1 to the page, and people with colour blindness can tell them apart. Gaps in the samples are
gaps in the picture, and incomplete periods are marked. On a phone this page shows narrow pictures.

${sectionsOf(EXHIBITS, true)}`;
}
