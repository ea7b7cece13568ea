/**
 * Where the energy of a period came from and where it went.
 *
 * @module
 */

import { type EnergyRow, type EnergyTable, totalRow } from "../energy/table.ts";
import { grown } from "./axes.ts";
import {
  type Flow,
  flowsOf,
  LINE,
  type Place,
  placesOf,
  shareLabels,
  sourceShare,
} from "./energy_flows.ts";
import { type Canvas, drawFigure, type FigureOptions } from "./figure.ts";
import { spanName } from "./period_ticks.ts";
import { spread } from "./spread.ts";
import { type Figure, hundredths, svgElement, textLines } from "./svg.ts";
import type { Palette } from "./theme.ts";

/** Options of {@linkcode sankeyPlot}. */
export interface SankeyPlotOptions extends FigureOptions {
  /**
   * Height of the flows. [px]
   *
   * @default {260, more beyond a width of 900}
   */
  readonly height?: number;
}

/**
 * Draws the energy flows of all periods of a table together: PV and grid on the left, consumption
 * and feed-in on the right, a battery between them. Only periods with all energies count, so that both sides are equal; a
 * note says how many periods are left out.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { sankeyPlot } from "./sankey.ts";
 *
 * const none = { kind: "day" as const, zone: "UTC", source: "none", rows: [], notices: [] };
 * assert((await sankeyPlot(none)).outerHTML.includes("Energy flows"));
 * ```
 */
export function sankeyPlot(table: EnergyTable, options: SankeyPlotOptions = {}): Promise<Figure> {
  const { height = grown(260, options.width) } = options;
  const known = table.rows.filter(({ consumption_kwh, battery }) =>
    consumption_kwh !== null && battery?.direct_use_kwh !== null
  );
  const total = totalRow({ ...table, rows: known });
  const missing = table.rows.length - known.length;
  return drawFigure(options, async (canvas) => ({
    title: "Energy flows",
    subtitle: table.rows.length === 0
      ? `no ${table.kind}s`
      : `${spanName(table.rows[0]!.date, table.rows.at(-1)!.date)} · ${table.zone}`,
    description: total ? describe(total) : "No period is known.",
    notes: missing === 0 ? [] : [
      `${missing} of ${table.rows.length} ${table.kind}s are left out: not all is known of them`,
    ],
    body: [await drawFlows(total, { ...canvas, height })],
  }));
}

async function drawFlows(
  total: EnergyRow | null,
  { width, height, palette, tooltips, document }: Canvas & { height: number },
): Promise<SVGSVGElement> {
  const flows = total ? flowsOf(total) : [];
  const svg = svgElement(document, "svg", { width, height: flows.length === 0 ? 20 : height });
  if (flows.length === 0) return svg;
  const { sankey, sankeyLinkHorizontal } = await import("d3-sankey");
  const room = Math.min(190, Math.max(94, width * 0.27)), places = placesOf(total!);
  const layout = sankey<Place, Flow>()
    .nodeId(({ id }) => id)
    .nodeWidth(14)
    .nodePadding(28)
    .nodeSort((a, b) => places.indexOf(a) - places.indexOf(b))
    .extent([[room, 10], [width - room, height - 10]]);
  const used = new Set(flows.flatMap(({ source, target }) => [source, target]));
  const { nodes, links } = layout({
    // The layout writes into its arguments. Links are copied; places are sorted by identity.
    nodes: places.filter(({ id }) => used.has(id)),
    links: flows.map((flow) => ({ ...flow })),
  });
  const path = sankeyLinkHorizontal<Place, Flow>();
  for (const link of links) {
    svg.appendChild(
      svgElement(
        document,
        "path",
        {
          d: path(link) ?? undefined,
          fill: "none",
          stroke: palette[link.colour],
          "stroke-opacity": 0.5,
          "stroke-width": Math.max(1, link.width ?? 1).toFixed(2),
        },
        tooltips ? [svgElement(document, "title", {}, [`${link.label}: ${kwh(link.value)}`])] : [],
      ),
    );
  }
  for (const node of nodes) {
    const { x0 = 0, x1 = 0, y0 = 0, y1 = 0 } = node;
    svg.appendChild(
      svgElement(document, "rect", {
        x: x0,
        y: y0,
        width: x1 - x0,
        height: Math.max(1, y1 - y0),
        fill: palette[node.colour],
      }),
    );
    if (node.id === "battery") svg.append(nameOfBattery(node, { palette, document }));
  }
  for (const isLeft of [true, false]) {
    const side = nodes.filter(({ id, x0 = 0 }) => id !== "battery" && x0 < width / 2 === isLeft)
      .toSorted((a, b) => a.y0! - b.y0!);
    const texts = side.map(({ id, label, value = 0 }) => ({
      names: textLines(label, room - 14, 12),
      numbers: [kwh(value), ...total!.battery && id === "house" ? sourceShare(total!) : []],
    }));
    const middles = spread(
      texts.map(({ names, numbers }, i) => ({
        middle: (side[i]!.y0! + side[i]!.y1!) / 2,
        height: (names.length + numbers.length) * LINE + 4,
      })),
      height,
    );
    texts.forEach((text, i) =>
      svg.append(
        drawName(text, {
          x: isLeft ? side[i]!.x0! - 8 : side[i]!.x1! + 8,
          y: middles[i]!,
          anchor: isLeft ? "end" : "start",
        }, { palette, document }),
      )
    );
  }
  // With a battery, the middle belongs to it.
  const shares = total!.battery ? [] : shareLabels(total!, links, width - 2 * room - 36);
  const middles = spread(
    shares.map(({ y, lines }) => ({ middle: y, height: lines.length * LINE })),
    height,
  );
  shares.forEach(({ lines }, i) =>
    lines.forEach((line, index) =>
      svg.appendChild(
        svgElement(document, "text", {
          x: width / 2,
          y: middles[i]! + (index - (lines.length - 1) / 2) * LINE,
          dy: "0.35em",
          "font-size": 12,
          ...haloOf(palette),
        }, [line]),
      )
    )
  );
  return svg;
}

/** Text that can be read on any colour. */
function haloOf(palette: Palette) {
  return {
    fill: palette.ink,
    stroke: palette.surface,
    "stroke-width": 3,
    "stroke-linejoin": "round",
    "paint-order": "stroke",
  };
}

/** Name and numbers of a place, one below the other. */
function drawName(
  { names, numbers }: { readonly names: readonly string[]; readonly numbers: readonly string[] },
  { x, y, anchor }: { readonly x: number; readonly y: number; readonly anchor: "start" | "end" },
  { palette, document }: Pick<Canvas, "palette" | "document">,
): SVGElement {
  const lines = [
    ...names.map((text) => ({ text, look: { "font-weight": 600 } })),
    ...numbers.map((text) => ({ text, look: { fill: palette.muted } })),
  ];
  return svgElement(
    document,
    "text",
    { x, y: hundredths(y), "text-anchor": anchor, "font-size": 12, fill: palette.ink },
    lines.map(({ text, look }, line) =>
      svgElement(document, "tspan", {
        x,
        // All lines are centred together.
        dy: line === 0 ? `${(1 - 0.65 * lines.length).toFixed(2)}em` : "1.3em",
        ...look,
      }, [text])
    ),
  );
}

/** The battery stands among the flows, so its name is above it. */
function nameOfBattery(
  { x0 = 0, x1 = 0, y0 = 0, value = 0, label }: Place & {
    readonly x0?: number | undefined;
    readonly x1?: number | undefined;
    readonly y0?: number | undefined;
    readonly value?: number | undefined;
  },
  { palette, document }: Pick<Canvas, "palette" | "document">,
): SVGElement {
  return svgElement(document, "text", {
    x: (x0 + x1) / 2,
    y: y0 - 6,
    "text-anchor": "middle",
    "font-size": 12,
    ...haloOf(palette),
  }, [
    svgElement(document, "tspan", { "font-weight": 600 }, [label]),
    ` ${kwh(value)}`,
  ]);
}

function kwh(value: number): string {
  return `${value.toLocaleString("en", { maximumFractionDigits: value < 100 ? 1 : 0 })} kWh`;
}

function describe(total: EnergyRow): string {
  if (total.battery) {
    return `${
      flowsOf(total).map(({ label, value }) => `${label} ${kwh(value)}`).join(", ")
    }; PV yield ${kwh(total.yield_kwh!)}, consumption ${kwh(total.consumption_kwh!)}.`;
  }
  return `PV yield ${kwh(total.yield_kwh!)}, of which ${
    kwh(total.self_consumed_kwh!)
  } self-consumed and ${kwh(total.export_kwh!)} fed in; import ${
    kwh(total.import_kwh!)
  }; consumption ${kwh(total.consumption_kwh!)}.`;
}
