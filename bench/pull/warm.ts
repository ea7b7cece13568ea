/**
 * Pulling in a process that has pulled before, as the cells of a notebook do.
 *
 * @module
 */

import { strictEqual } from "node:assert";
import { type Row, toRow } from "../benchmark.ts";
import { type Contender, interleave, timed } from "../interleave.ts";
import { download } from "./curl.ts";
import { cpuOf } from "../server_year/own_account.ts";
import type { Transport } from "../../src/client/transport.ts";
import { drain, drainRead, openDrain } from "./drain.ts";
import { downloadExport, pullExport } from "./export.ts";
import { open, pull } from "./ours.ts";
import { startPandas } from "./pandas.ts";
import { pull as pullWithPrometheusQuery } from "./prometheus_query.ts";
import type { Target } from "./target.ts";

/** Smallest times [ms], and all of them as rows. */
export interface WarmTimes {
  /** Ours. */
  readonly ours: number;
  /** curl's. */
  readonly curl: number;
  /** prometheus-query's. */
  readonly peer: number;
  /** What remote read takes of JSON; `null` where the server has none. */
  readonly read: ReadShares | null;
  /** One per contender. */
  readonly rows: Row[];
}

/** What remote read takes, as a share of what JSON takes. */
export interface ReadShares {
  readonly bytes: number;
  /** Time of the server's processors. */
  readonly cpu: number;
  /** In words, both in absolute figures. */
  readonly note: string;
}

const OURS = "ours", CURL = "curl to nowhere", PEER = "prometheus-query into Polars";

/** Measures all contenders. */
export async function measureWarm({ url, hours, rows, python }: Target): Promise<WarmTimes> {
  await using client = await open(url);
  await using json = await open(url, { wire: "json" });
  await using whole = await open(url, { window: hours * 3_600_000 + 1, wire: "json" });
  await using compressed = await open(url, { compression: true, wire: "json" });
  const transport = await openDrain(url);
  await using pandas = python === null ? undefined : startPandas(python, url, hours);
  const { size } = await download(url, hours);
  const pullAll = (one: typeof client) =>
    timed(async () => strictEqual(await pull(one, hours), rows));
  await pull(client, 1);
  const hasRead = client.wire !== "json";
  const hasExport = (await fetch(new URL("api/v1/export?match[]=up", url))).ok;
  const contenders: Record<string, Contender> = {
    [OURS]: pullAll(client),
    ...(hasRead && {
      "that, thrown away undecoded": timed(() => drainRead(transport, url, hours)),
      "ours, as JSON": pullAll(json),
    }),
    "ours, as JSON in one request": pullAll(whole),
    "the JSON, thrown away undecoded": timed(async () =>
      strictEqual(await drain(transport, url, hours), size)
    ),
    "ours, as compressed JSON": pullAll(compressed),
    [CURL]: async () => (await download(url, hours)).total,
    ...(hasExport && {
      "curl to nowhere, /api/v1/export": () => downloadExport(url, hours),
      "/api/v1/export, JSON.parse into Polars": timed(async () =>
        strictEqual(await pullExport(url, hours), rows)
      ),
    }),
    [PEER]: timed(async () => strictEqual(await pullWithPrometheusQuery(url, hours), rows)),
    ...(pandas && { "requests into pandas": () => pandas.pull() }),
  };
  try {
    const times = await interleave(contenders, { rounds: 20, warmup: 3 });
    const least = (contender: string) => Math.min(...times[contender]!);
    return {
      ours: least(OURS),
      curl: least(CURL),
      peer: least(PEER),
      read: hasRead ? await readShares(transport, { url, hours, size }) : null,
      rows: Object.entries(times).map(([contender, figures]) => toRow(contender, figures)),
    };
  } finally {
    await transport.close();
  }
}

/** Enough that the server's account, which counts in hundredths of a second, tells them apart. */
const REPEATS = 100;

async function readShares(
  transport: Transport,
  { url, hours, size }: { url: URL; hours: number; size: number },
): Promise<ReadShares> {
  const repeat = async (work: () => Promise<unknown>) => {
    const before = await cpuOf(url);
    for (let time = 0; time < REPEATS; time++) await work();
    return (await cpuOf(url) - before) / REPEATS;
  };
  const readSize = await drainRead(transport, url, hours);
  const json = await repeat(() => drain(transport, url, hours));
  const read = await repeat(() => drainRead(transport, url, hours));
  return {
    bytes: readSize / size,
    cpu: read / json,
    note: `The month is ${(readSize / 1e6).toFixed(2)} MB by remote read and ` +
      `${(size / 1e6).toFixed(2)} MB as JSON; it costs the server ${read.toFixed(1)} and ` +
      `${json.toFixed(1)} ms of its processor.`,
  };
}
