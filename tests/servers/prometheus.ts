/**
 * A real Prometheus that holds given samples.
 *
 * @module
 */

import { openMetrics, type Parts } from "./exposition.ts";
import { launch, type RunningServer, temporaryDirectory } from "./running_server.ts";

/** The program, and the tool that writes its blocks; Debian ships both as `prometheus`. */
export const PROMETHEUS = "prometheus";

/** What a test may change. */
export interface PrometheusOptions {
  /** More command line flags. @default [] */
  flags?: string[];
  /** The configuration. @default {"global: {}\n"} */
  config?: string;
  /**
   * Longest block. `promtool` reads its input once per block, so few blocks are quick: 1500 h (62 days)
   * gives blocks of 1458 h. [h] @default {1500}
   */
  blockHours?: number;
}

/** Writes the samples as blocks on disk and starts a Prometheus on them. It scrapes nothing. */
export function startPrometheus(
  parts: Parts,
  options: PrometheusOptions = {},
): Promise<RunningServer> {
  return start((blocks) => writeBlocks(parts, blocks, options), options);
}

/** Starts a Prometheus on blocks that were written before. They stay, and stay as they are. */
export function startPrometheusOn(
  written: string,
  options: Omit<PrometheusOptions, "blockHours"> = {},
): Promise<RunningServer> {
  return start(async (blocks) => {
    // Nothing ever writes into a block, so the files need no copies.
    const { success } = await new Deno.Command("cp", { args: ["-al", written, blocks] }).output();
    if (!success) throw new Error(`The blocks in ${written} cannot be linked`);
  }, options);
}

async function start(
  fill: (blocks: string) => Promise<void>,
  { flags = [], config = "global: {}\n" }: PrometheusOptions,
): Promise<RunningServer> {
  const directory = await temporaryDirectory(PROMETHEUS);
  try {
    await fill(`${directory}/blocks`);
    await Deno.writeTextFile(`${directory}/prometheus.yml`, config);
  } catch (error) {
    await Deno.remove(directory, { recursive: true });
    throw error;
  }
  return launch({
    program: PROMETHEUS,
    directory,
    ready: "/-/ready",
    args: (listen) => [
      `--config.file=${directory}/prometheus.yml`,
      `--web.listen-address=${listen}`,
      `--storage.tsdb.path=${directory}/blocks`,
      "--storage.tsdb.retention.time=100y",
      "--log.level=warn",
      // Equal bounds: the loaded blocks are left as they are, nothing is compacted during a test.
      "--storage.tsdb.min-block-duration=2h",
      "--storage.tsdb.max-block-duration=2h",
      ...flags,
    ],
  });
}

/**
 * Writes samples as blocks.
 *
 * @param blocks Folder that they are added to; it may be absent.
 */
export async function writeBlocks(
  parts: Parts,
  blocks: string,
  { blockHours = 1500 }: Pick<PrometheusOptions, "blockHours"> = {},
): Promise<void> {
  const input = await Deno.makeTempFile({ prefix: "wattbook-", suffix: ".om" });
  try {
    await Deno.writeTextFile(input, ReadableStream.from(openMetrics(parts)));
    const { success, stderr } = await new Deno.Command("promtool", {
      args: [
        "tsdb",
        "create-blocks-from",
        "--quiet",
        `--max-block-duration=${blockHours}h`,
        "openmetrics",
        input,
        blocks,
      ],
      stdout: "null",
      stderr: "piped",
    }).output();
    if (!success) throw new Error(`promtool: ${new TextDecoder().decode(stderr)}`);
  } finally {
    await Deno.remove(input);
  }
}
