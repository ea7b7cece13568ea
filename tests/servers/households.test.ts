/** Several households on one server, told apart by a label, as `docs/scale.md` shows. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openArchive } from "../../src/archive/open_archive.ts";
import type { Client } from "../../src/client/client.ts";
import { connect } from "../../src/client/connect.ts";
import { eachSeries, joinSeries, type LabelledSamples } from "../../src/columns.ts";
import { analyseDays } from "../../src/energy/days.ts";
import { serverSource } from "../../src/energy/signals/source.ts";
import { parseHousehold } from "../../src/household.ts";
import { selector } from "../../src/selector.ts";
import { serverSideDays } from "../../src/server_side/server_side_days.ts";
import { HOUR } from "../../src/time.ts";
import { homes, METRICS, ofHome } from "../scale/homes.ts";
import { DEMO } from "./demo_weeks.ts";
import { PROMETHEUS, startPrometheus } from "./prometheus.ts";
import { installed, type RunningServer } from "./running_server.ts";
import { startVictoriaMetrics, VICTORIA_METRICS } from "./victoria_metrics.ts";

const DAYS = { from: "2025-06-10", to: "2025-06-12" };
const LOADED = { start: Date.UTC(2025, 5, 9), end: Date.UTC(2025, 5, 14) };
/** Three homes in Berlin. */
const HOMES = homes(12).filter(({ zone }) => zone === "Europe/Berlin");
const PAGE = await Deno.readTextFile(new URL("../../docs/scale.md", import.meta.url));
const [DAILY_IMPORT] = PAGE.match(/(?<=^\s*")sum by \(household\).*(?=",$)/m)!;
const [, HOUSEHOLD_FILE] = PAGE.match(/```json\n([^]*?)```/)!;

const householdOf = (name: string) =>
  parseHousehold(JSON.parse(HOUSEHOLD_FILE!.replaceAll("weber", name)));

async function samples() {
  const demo = await openArchive(DEMO);
  const parts = METRICS.map(async (metric) => {
    const { columns } = await demo.samples(selector(metric), LOADED);
    return [...eachSeries(columns)].flatMap((series) =>
      HOMES.map((home): LabelledSamples => {
        const one = ofHome(series, home, metric);
        return { ...one, labels: { ...one.labels, household: home.name } };
      })
    );
  });
  return joinSeries((await Promise.all(parts)).flat());
}

describe.each([
  { name: "Prometheus", program: PROMETHEUS, start: startPrometheus },
  { name: "VictoriaMetrics", program: VICTORIA_METRICS, start: startVictoriaMetrics },
])("three households on one $name", async ({ program, start }) => {
  const isInstalled = await installed(program);
  let server: RunningServer, client: Client;
  beforeAll(async () => {
    if (!isInstalled) return;
    server = await start([await samples()]);
    client = await connect({ route: { kind: "direct", url: server.url } });
  });
  afterAll(async () => {
    await client?.close();
    await server?.stop();
  });

  test.skipIf(!isInstalled)(
    "are one expression for all of them, and a table for each",
    async () => {
      const DAY = 24 * HOUR;
      const range = { start: Date.UTC(2025, 5, 10), end: Date.UTC(2025, 5, 12), step: DAY };
      const { columns } = await client.queryRange(DAILY_IMPORT!, range);
      const atOnce = new Map(
        [...eachSeries(columns)].map(({ labels, value }) => [labels["household"], [...value]]),
      );
      expect([...atOnce.keys()].sort()).toEqual(HOMES.map(({ name }) => name));
      for (const { name } of HOMES) {
        const { table: ours } = await analyseDays(serverSource(client), householdOf(name), DAYS);
        const theirs = await serverSideDays(client, householdOf(name), DAYS);
        expect(ours.rows.map(({ date }) => date)).toEqual(theirs.rows.map(({ date }) => date));
        ours.rows.forEach(({ import_kwh }, day) => {
          // increase() extrapolates by up to a scrape of 1 min at either end: 2 of 1440, and as much
          // again for a load that is not the day's mean. By night the house draws, so both ends count.
          const close = 0.01 * import_kwh! + 0.01;
          expect(Math.abs(theirs.rows[day]!.import_kwh! - import_kwh!)).toBeLessThan(close);
          expect(Math.abs(atOnce.get(name)![day]! - import_kwh!)).toBeLessThan(close);
        });
        expect(theirs.rows.map(({ method }) => method.split(" ")[0]))
          .toEqual(["import:server_counter", "import:server_counter", "import:server_counter"]);
      }
      // Their sizes differ, so they are not mixed up.
      expect(new Set([...atOnce.values()].map(([first]) => first)).size).toBe(HOMES.length);
    },
  );
});
