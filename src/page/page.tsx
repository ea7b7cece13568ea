import type { ComponentChildren, JSX } from "preact";
import { computeKpis } from "../energy/kpis.ts";
import { hasInverter } from "../energy/limits.ts";
import { ComparedMonths } from "./compared_months.tsx";
import { Fold } from "./data_table.tsx";
import { EnergyTableView } from "./energy_table.tsx";
import type { DrawnFigure, FigureSection } from "./figures.ts";
import {
  BestDays,
  ConsumerTable,
  KeyFigureCards,
  KeyFigureTable,
  StringTable,
} from "./key_figures.tsx";
import { MoneySection } from "./money_section.tsx";
import type { PageData } from "./page_data.ts";
import { QualitySection } from "./quality_section.tsx";
import { localTime } from "./quantity.ts";
import { summaryOf } from "./summary.ts";
import { spanName } from "../plots/period_ticks.ts";
import { counted } from "../text.ts";

/** Props of {@linkcode Page}. */
export interface PageProps {
  /** Data of the page. */
  readonly data: PageData;
  /** Its plots. */
  readonly figures: readonly DrawnFigure[];
  /** Whether the page asks the server that it came from for a newer one. @default {false} */
  readonly live?: boolean;
}

/**
 * The content of `<body>`.
 */
export function Page({ data, figures, live = false }: PageProps): JSX.Element {
  const { table, days, household, samples, made, assistant } = data;
  const kpis = computeKpis(days, { household, ...(samples && { power: samples.power }) });
  const figureProps = { data, kpis, hasPv: hasInverter(household) };
  const plots = (section: FigureSection) =>
    figures.filter((one) => one.section === section).map((one) => <Plot figure={one} />);
  const power = plots("power"), { money } = data;
  const isShown = (id: string) =>
    id === "power" ? power.length > 0 : id === "money" ? Boolean(money) : true;
  return (
    <>
      <a class="skip" href="#content">Skip to the content</a>
      <header>
        <h1>Energy report</h1>
        <p class="period">{periodOf(data)}</p>
        <p class="facts">{days.zone} · {days.source}</p>
        <nav aria-label="Sections">
          <ul>
            {SECTIONS.filter(({ id }) => isShown(id)).map((
              { id, title },
            ) => (
              <li>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      <main id="content" tabIndex={-1}>
        <Section id="figures">
          <p class="summary">{summaryOf(days)}</p>
          <Notices notices={table.notices} />
          <KeyFigureCards {...figureProps} />
          {plots("figures")}
          <ConsumerTable table={days} />
          <StringTable strings={kpis.strings} />
          <BestDays records={kpis.records} />
          <KeyFigureTable {...figureProps} />
        </Section>
        <Section id="energy">
          {figures.some(({ section }) => section === "energy")
            ? plots("energy")
            : <p class="empty">There is no energy data for this period.</p>}
          <ComparedMonths days={days} earlier={data.earlier?.rows} />
        </Section>
        {money && (
          <Section id="money">
            <MoneySection
              earlier={data.earlier?.money}
              money={{ ...money, notices: newNotices(money.notices, table.notices) }}
            >
              {plots("money")}
            </MoneySection>
          </Section>
        )}
        {power.length > 0 && <Section id="power">{power}</Section>}
        <Section id="table">
          <EnergyTableView table={table} money={money ?? null} />
        </Section>
        <Section id="quality">
          <QualitySection data={data}>{plots("quality")}</QualitySection>
        </Section>
      </main>
      <footer>
        {assistant && <AskAssistant example={assistant} />}
        <p>
          Made by Wattbook on {localTime(made, days.zone)}. {live
            ? "It asks 'deno task serve' on this machine for newer numbers, and nobody else."
            : "This page is a single file: it loads nothing and sends nothing."}
        </p>
      </footer>
    </>
  );
}

/** Shows that an assistant can be asked about the same days, and what it gets. */
function AskAssistant(
  { example: { call, answer } }: { example: NonNullable<PageData["assistant"]> },
): JSX.Element {
  return (
    <details class="assistant">
      <summary>Ask an AI assistant about this house</summary>
      <p>
        <code>deno task mcp</code>{" "}
        connects an assistant to these numbers. Asked “How much did we import, generate and use?”,
        it calls <code>{call}</code> and gets:
      </p>
      <pre tabIndex={0}>{linesOf(answer)}</pre>
    </details>
  );
}

/** An object as JSON, a line for each of its parts. */
function linesOf(answer: object): string {
  const parts = Object.entries(answer).map(([name, part]) =>
    `  "${name}": ${JSON.stringify(part)}`
  );
  return `{\n${parts.join(",\n")}\n}`;
}

const SECTIONS = [
  { id: "figures", title: "Key figures" },
  { id: "energy", title: "Energy" },
  { id: "money", title: "Money" },
  { id: "power", title: "Power" },
  { id: "table", title: "Table" },
  { id: "quality", title: "Quality of the data" },
] as const;

function Section(
  { id, children }: { id: typeof SECTIONS[number]["id"]; children: ComponentChildren },
): JSX.Element {
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{SECTIONS.find((one) => one.id === id)!.title}</h2>
      {children}
    </section>
  );
}

/** The text of a plot comes from a DOM, which has escaped it. */
function Plot({ figure: { fold, ...figure } }: { figure: DrawnFigure }): JSX.Element {
  if (fold) {
    return (
      <Fold {...fold}>
        <Plot figure={figure} />
      </Fold>
    );
  }
  const { wide, narrow, caption } = figure;
  return (
    <figure>
      <div class="wide" dangerouslySetInnerHTML={{ __html: wide }} />
      <div class="narrow" dangerouslySetInnerHTML={{ __html: narrow }} />
      {caption && <figcaption>{caption}</figcaption>}
    </figure>
  );
}

/** Notices that the page does not have yet. */
function newNotices(notices: readonly string[], shown: readonly string[]): string[] {
  return notices.filter((notice) => !shown.includes(notice));
}

function Notices({ notices }: { notices: readonly string[] }): JSX.Element | null {
  if (notices.length === 0) return null;
  return (
    <div class="notices" role="note" aria-label="Notices">
      <ul>{notices.map((notice) => <li>{notice}</li>)}</ul>
    </div>
  );
}

function periodOf({ days }: PageData): string {
  const first = days.rows[0], last = days.rows.at(-1);
  if (!first || !last) return "No days";
  const complete = days.rows.filter((row) => row.complete).length;
  return `${spanName(first.date, last.date)} · ${counted(days.rows.length, "day")}` +
    (complete < days.rows.length ? `, ${complete} complete` : "");
}
