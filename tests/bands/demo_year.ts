import { openArchive } from "../../src/archive/open_archive.ts";
import { analyseDays } from "../../src/energy/days.ts";
import { readHousehold } from "../../src/household.ts";
import { measureBands, type Measured, type TrueDay } from "./measure.ts";

const DEMO = "data/fixtures/demo";

/** Measures the bands of the demo year as it lies in the repository. */
export async function measureDemoYear(): Promise<Measured> {
  const household = await readHousehold(`${DEMO}/household.json`);
  const range = { from: "2025-01-01", to: "2025-12-31" };
  const analysis = await analyseDays(await openArchive(DEMO), household, range);
  const [head, ...lines] = (await Deno.readTextFile(`${DEMO}/truth.csv`)).trim().split(/\r?\n/);
  const names = head!.split(",");
  const truth = lines.map((line): TrueDay => {
    const cells = line.split(","), of = (name: string) => Number(cells[names.indexOf(name)]);
    return {
      label: cells[0]!,
      import_kwh: of("import_kwh"),
      export_kwh: of("export_kwh"),
      yield_kwh: of("yield_kwh"),
      self_consumed_kwh: of("self_consumed_kwh"),
      consumption_kwh: of("consumption_kwh"),
    };
  });
  return { name: "the demo year", ...measureBands(analysis, truth) };
}
