/**
 * What a server answers to an expression, and samples as they are stored.
 *
 * @module
 */

import type { Role } from "../catalogue/roles.ts";
import { joinSeries, samplesWithin, type SeriesColumns } from "../columns.ts";
import { pullRole } from "../energy/signals/roles.ts";
import { mergeRestarts } from "../frames/restarts.ts";
import { formatSelector, parseSelector, type Selector } from "../selector.ts";
import type { TimeRange } from "../time.ts";
import type { HomeParts, PullOptions } from "./options.ts";
import { WattbookError } from "../errors.ts";
import type { SeriesPlotOptions } from "../plots/series.ts";
import type { Figure } from "../plots/svg.ts";
import { later } from "./later.ts";
import { toFrame } from "../frames/frame.ts";
import { ReadableFrame, type ReadableFrameParts } from "./readable_frame.ts";

/** Samples of any number of series: a row per sample, with its labels as columns. */
export class SampleFrame extends ReadableFrame {
  /** The same as flat arrays. */
  readonly columns: SeriesColumns;
  readonly #what: string | undefined;

  /**
   * Wraps samples.
   *
   * @param columns The samples.
   * @param look How they are shown; `labels` names the label columns, by default all; `what` is the
   * title of a picture.
   */
  constructor(
    columns: SeriesColumns,
    look: Omit<ReadableFrameParts, "frame"> & {
      readonly labels?: readonly string[];
      readonly what?: string;
    },
  ) {
    const { labels } = look;
    super({ ...look, frame: () => toFrame(columns, labels && { labels }) });
    this.columns = columns;
    this.#what = look.what;
  }

  /**
   * The one number that the server answered; `null` if it has none.
   *
   * @throws {WattbookError} `AMBIGUOUS_SERIES` if there are several.
   */
  get value(): number | null {
    const { value } = this.columns;
    if (value.length > 1) {
      throw new WattbookError("AMBIGUOUS_SERIES", `There are ${value.length} numbers, not one`, {
        hint: "Use the frame, or merge the series in the expression: sum(...), max(...).",
      });
    }
    const [only = NaN] = value;
    return Number.isNaN(only) ? null : only;
  }

  /**
   * Draws each series as a line over time; the last expression of a notebook's cell shows it.
   *
   * @param options Unit of the values, and `width`, `theme` and `title`.
   */
  async plot(options: Omit<SeriesPlotOptions, "zone"> = {}): Promise<Figure> {
    const { seriesPlot } = await later<typeof import("../plots/series.ts")>("../plots/series.ts");
    const title = this.#what === undefined ? {} : { title: this.#what };
    return await seriesPlot(this.columns, { ...title, ...options, zone: this.zone });
  }
}

/** Which samples: both ends belong to the range. */
type Asked = TimeRange & PullOptions;

/** The signal of a role; of several devices the column `device` tells which, of strings `string`. */
export async function pullRoleFrame(
  home: HomeParts,
  role: Role,
  asked: Asked,
): Promise<SampleFrame> {
  const { source, household } = home;
  const { series, notices } = role === "string_power"
    ? await stringSeries(home, asked)
    : await deviceSeries(home, role, asked);
  const columns = joinSeries(series.map((one) => samplesWithin(one, asked)));
  return new SampleFrame(columns, {
    title: `${role} from ${source.description}`,
    what: `Samples of the ${role.replaceAll("_", " ")}`,
    zone: household.zone,
    notices: [...home.notices, ...notices],
  });
}

async function deviceSeries({ source, household }: HomeParts, role: Role, asked: Asked) {
  const { signals, notices } = await pullRole(source, household, role, asked, given(asked));
  const series = signals.map((samples, index) => (
    { ...samples, labels: signals.length === 1 ? {} : { device: String(index + 1) } }
  ));
  return { series, notices };
}

async function stringSeries({ source, household }: HomeParts, asked: Asked) {
  const pulled = await Promise.all(
    household.bindings.string_power.map(async ({ selector, factor }) => {
      const { columns, notices } = await source.samples(selector, asked, given(asked));
      const series = mergeRestarts(columns).map(({ labels, time, value }) => ({
        labels: { string: labels["string"] ?? "" },
        time,
        value: value.map((watts) => watts * factor),
      }));
      return { series, notices };
    }),
  );
  return {
    series: pulled.flatMap(({ series }) => series),
    notices: pulled.flatMap(({ notices }) => notices),
  };
}

/** All series of a selector, as they are stored. */
export async function pullSelectorFrame(
  home: HomeParts,
  what: string | Selector,
  asked: Asked,
): Promise<SampleFrame> {
  const selector = typeof what === "string" ? parseSelector(what) : what;
  const { columns, notices } = await home.source.samples(selector, asked, given(asked));
  return new SampleFrame(columns, {
    title: `${formatSelector(selector)} from ${home.source.description}`,
    what: `Samples of ${formatSelector(selector)}`,
    zone: home.household.zone,
    notices: [...home.notices, ...notices],
  });
}

function given({ signal, onProgress }: PullOptions) {
  return { ...signal && { signal }, ...onProgress && { onProgress } };
}
