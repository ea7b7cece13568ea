/**
 * Where the energy of a period came from and where it went.
 *
 * @module
 */

import type { BatteryFigures } from "../energy/battery_balance.ts";
import { type EnergyRow, type EnergyTable, totalRow } from "../energy/table.ts";
import { type Canvas, drawFigure, type FigureOptions } from "./figure.ts";
import { spanName } from "./period_ticks.ts";
import { type Figure, svgElement, textLines, textWidth } from "./svg.ts";
import type { Colour } from "./theme.ts";

/** Options of {@linkcode sankeyPlot}. */
export interface SankeyPlotOptions extends FigureOptions {
  /**
   * Height of the flows. [px]
   *
   * @default {260}
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
  const { height = 260 } = options;
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

/** A place where energy comes from or goes to. */
interface Place {
  readonly id: "pv" | "grid" | "house" | "feed_in" | "battery" | "kept";
  readonly label: string;
  readonly colour: Colour;
}

/** Energy that flows from one place to another. */
interface Flow {
  readonly source: Place["id"];
  readonly target: Place["id"];
  /** [kWh] */
  readonly value: number;
  readonly colour: Colour;
  readonly label: string;
}

const PLACES: readonly Place[] = [
  { id: "pv", label: "PV yield", colour: "generation" },
  { id: "grid", label: "Import from the grid", colour: "import" },
  // Above the consumption, so that no flow crosses another.
  { id: "feed_in", label: "Feed-in (export)", colour: "export" },
  { id: "house", label: "Consumption", colour: "load" },
];

/** With a battery in the middle, flows cross least in this order. */
const PLACES_WITH_BATTERY: readonly Place[] = [
  { id: "pv", label: "PV yield", colour: "generation" },
  { id: "feed_in", label: "Feed-in (export)", colour: "export" },
  { id: "grid", label: "Import from the grid", colour: "import" },
  { id: "house", label: "Consumption", colour: "load" },
  { id: "battery", label: "Battery", colour: "battery" },
  { id: "kept", label: "Lost or still stored", colour: "gap" },
];

function flowsOf(total: EnergyRow): Flow[] {
  return (total.battery ? batteryFlows(total, total.battery) : plainFlows(total))
    .filter(({ value }) => value > 0);
}

function batteryFlows(total: EnergyRow, battery: BatteryFigures): Flow[] {
  const flow = (
    source: Place["id"],
    target: Place["id"],
    value: number,
    colour: Colour,
    label: string,
  ): Flow => ({ source, target, value, colour, label });
  const charged = battery.battery_charged_kwh!, given = battery.battery_discharged_kwh!;
  const fromGrid = battery.battery_from_grid_kwh!, toGrid = battery.battery_to_grid_kwh!;
  return [
    flow("pv", "house", battery.direct_use_kwh!, "self_consumed", "used at once"),
    flow("pv", "feed_in", total.export_kwh! - toGrid, "export", "fed in"),
    flow("pv", "battery", charged - fromGrid, "self_consumed", "charged by PV"),
    flow("grid", "battery", fromGrid, "import", "charged by the grid"),
    flow("grid", "house", total.import_kwh! - fromGrid, "import", "import"),
    flow("battery", "house", battery.stored_use_kwh!, "battery", "from the battery"),
    flow("battery", "feed_in", toGrid, "battery", "fed in by the battery"),
    flow("battery", "kept", charged - given, "gap", "lost or still stored"),
  ];
}

function plainFlows(total: EnergyRow): Flow[] {
  return [
    {
      source: "pv",
      target: "house",
      value: total.self_consumed_kwh!,
      colour: "self_consumed",
      label: "self-consumed",
    },
    {
      source: "pv",
      target: "feed_in",
      value: total.export_kwh!,
      colour: "export",
      label: "export",
    },
    {
      source: "grid",
      target: "house",
      value: total.import_kwh!,
      colour: "import",
      label: "import",
    },
  ];
}

async function drawFlows(
  total: EnergyRow | null,
  { width, height, palette, tooltips, document }: Canvas & { height: number },
): Promise<SVGSVGElement> {
  const flows = total ? flowsOf(total) : [];
  const svg = svgElement(document, "svg", { width, height: flows.length === 0 ? 20 : height });
  if (flows.length === 0) return svg;
  const { sankey, sankeyLinkHorizontal } = await import("d3-sankey");
  const side = Math.min(190, Math.max(94, width * 0.27)), places = placesOf(total!);
  const layout = sankey<Place, Flow>()
    .nodeId(({ id }) => id)
    .nodeWidth(14)
    .nodePadding(28)
    .nodeSort((a, b) => places.indexOf(a) - places.indexOf(b))
    .extent([[side, 10], [width - side, height - 10]]);
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
    if (node.id === "battery") {
      svg.append(...drawBattery(node, { palette, document }));
      continue;
    }
    const isLeft = x0 < width / 2, x = isLeft ? x0 - 8 : x1 + 8;
    const names = textLines(node.label, side - 14, 12);
    const share = total!.battery ? sourceShare(node.id, total!) : "";
    // A flow at the lower end may be thinner than its label.
    const most = height - 8 - 8 * names.length;
    svg.appendChild(
      svgElement(document, "rect", {
        x: x0,
        y: y0,
        width: x1 - x0,
        height: Math.max(1, y1 - y0),
        fill: palette[node.colour],
      }),
    );
    svg.appendChild(
      svgElement(document, "text", {
        x,
        y: Math.min((y0 + y1) / 2, most),
        "text-anchor": isLeft ? "end" : "start",
        "font-size": 12,
        fill: palette.ink,
      }, [
        ...names.map((name, line) =>
          svgElement(document, "tspan", {
            "font-weight": 600,
            // The lines and the number below them are centred together.
            ...(line === 0
              ? { dy: `${(0.45 - 0.65 * names.length).toFixed(1)}em` }
              : { x, dy: "1.3em" }),
          }, [name])
        ),
        svgElement(document, "tspan", {
          x,
          dy: "1.3em",
          fill: palette.muted,
        }, [kwh(node.value ?? 0)]),
        ...share === "" ? [] : [
          svgElement(document, "tspan", { x, dy: "1.3em", fill: palette.muted }, [share]),
        ],
      ]),
    );
  }
  const room = width - 2 * side - 36;
  // With a battery, the middle belongs to it.
  for (const label of total!.battery ? [] : shareLabels(total!, links)) {
    const isOne = textWidth(label.parts.join(" · "), 12) <= room;
    const lines = isOne ? [label.parts.join(" · ")] : label.parts;
    lines.forEach((line, index) =>
      svg.appendChild(
        svgElement(document, "text", {
          x: width / 2,
          y: label.y + (index - (lines.length - 1) / 2) * 15,
          dy: "0.35em",
          "font-size": 12,
          fill: palette.ink,
          stroke: palette.surface,
          "stroke-width": 3,
          "stroke-linejoin": "round",
          "paint-order": "stroke",
        }, [line]),
      )
    );
  }
  return svg;
}

function placesOf({ battery }: EnergyRow): readonly Place[] {
  return battery ? PLACES_WITH_BATTERY : PLACES;
}

/** The battery stands among the flows, with its name above it. */
function drawBattery(
  { x0 = 0, x1 = 0, y0 = 0, y1 = 0, value = 0, label, colour }: Place & {
    readonly x0?: number | undefined;
    readonly x1?: number | undefined;
    readonly y0?: number | undefined;
    readonly y1?: number | undefined;
    readonly value?: number | undefined;
  },
  { palette, document }: Pick<Canvas, "palette" | "document">,
): SVGElement[] {
  return [
    svgElement(document, "rect", {
      x: x0,
      y: y0,
      width: x1 - x0,
      height: Math.max(1, y1 - y0),
      fill: palette[colour],
    }),
    svgElement(document, "text", {
      x: (x0 + x1) / 2,
      y: y0 - 6,
      "text-anchor": "middle",
      "font-size": 12,
      fill: palette.ink,
      stroke: palette.surface,
      "stroke-width": 3,
      "stroke-linejoin": "round",
      "paint-order": "stroke",
    }, [
      svgElement(document, "tspan", { "font-weight": 600 }, [label]),
      ` ${kwh(value)}`,
    ]),
  ];
}

/** The share of a flow, if there is room for a line. */
function shareLabels(
  total: EnergyRow,
  links: readonly (Flow & { readonly y0?: number | undefined; readonly y1?: number | undefined })[],
): { y: number; parts: string[] }[] {
  const percent = (part: number, whole: number) => `${(part / whole * 100).toFixed(0)} %`;
  return links.map(({ label, value, y0 = 0, y1 = 0 }) => ({
    y: (y0 + y1) / 2,
    parts: [
      ...(label === "import" ? [] : [`${percent(value, total.yield_kwh!)} of the yield`]),
      ...(label === "export"
        ? []
        : [`${percent(value, total.consumption_kwh!)} of the consumption`]),
    ],
  }));
}

/** What part of the consumption comes from where. */
function sourceShare(id: Place["id"], { autarky }: EnergyRow): string {
  return id === "house" && autarky !== null ? `autarky ${(100 * autarky).toFixed(0)} %` : "";
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
