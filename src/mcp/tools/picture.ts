import * as z from "zod";
import { QuestionError } from "../failure.ts";
import type { Days } from "../../house/days.ts";
import { renderPng } from "../../plots/save_figure.ts";
import type { Figure } from "../../plots/svg.ts";
import { hasData, noSamples, periodFacts } from "../answer.ts";
import { caveatsOf } from "../caveats.ts";
import { PERIOD, subjectOf, tool } from "../tool.ts";

/** Clients refuse larger pictures, or count each byte as a token. [byte] */
const LARGEST = 200_000;

const WIDTH = 800;

const DRAW: Readonly<Record<string, (days: Days, theme: "light" | "dark") => Promise<Figure>>> = {
  energy: (days, theme) => longer(days).plot("energy", { theme, width: WIDTH }),
  flows: (days, theme) => days.plot("sankey", { theme, width: WIDTH }),
  self_sufficiency: (days, theme) => days.plot("autarky", { theme, width: WIDTH }),
  quality: (days, theme) => days.plot("quality", { theme, width: WIDTH }),
  power: (days, theme) => days.power.plot(undefined, { theme, width: WIDTH }),
  typical_day: (days, theme) => days.power.plot("typical", { theme, width: WIDTH }),
};

/** A bar per day, or per month where there would be too many. */
function longer(days: Days): Days {
  return days.rows.length > 92 ? days.rollUp("month") : days;
}

/** A picture of a period. */
export const picture = tool({
  name: "draw_picture",
  title: "Draw a picture of a period",
  description:
    "Use if the user wants to see something. energy: bars per day or month; flows: where the energy " +
    "went; self_sufficiency: over time; power: the power of a day, or a carpet of many; typical_day; " +
    "quality: calendar of gaps. Gives a PNG; take numbers from the other tools.",
  input: {
    ...PERIOD,
    kind: z.enum(["energy", "flows", "self_sufficiency", "power", "typical_day", "quality"])
      .optional(),
    theme: z.enum(["light", "dark"]).optional(),
  },
  async answer({ kind = "energy", theme = "light", ...asked }, context) {
    const subject = await subjectOf(asked, context);
    if (!hasData(subject)) return { data: noSamples(subject) };
    const figure = await DRAW[kind]!(subject.days, theme);
    const caption = { kind, period: periodFacts(subject), caveats: caveatsOf(subject) };
    for (const scale of [1.5, 1, 0.75, 0.5]) {
      const png = await renderPng(figure, { scale, theme });
      if (png.length <= LARGEST) return { png, caption };
    }
    throw new QuestionError("RANGE_TOO_LONG", "The picture would be larger than 200 kB", {
      hint: "Ask for a shorter period.",
    });
  },
});
