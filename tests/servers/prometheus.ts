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
export async function startPrometheus(
  parts: Parts,
  { flags = [], config = "global: {}\n", blockHours = 1500 }: PrometheusOptions = {},
): Promise<RunningServer> {
  const directory = await temporaryDirectory(PROMETHEUS);
  try {
    await writeBlocks(parts, directory, blockHours);
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

async function writeBlocks(parts: Parts, directory: string, blockHours: number): Promise<void> {
  const input = `${directory}/samples.om`;
  await Deno.writeTextFile(input, ReadableStream.from(openMetrics(parts)));
  const { success, stderr } = await new Deno.Command("promtool", {
    args: [
      "tsdb",
      "create-blocks-from",
      "--quiet",
      `--max-block-duration=${blockHours}h`,
      "openmetrics",
      input,
      `${directory}/blocks`,
    ],
    stdout: "null",
    stderr: "piped",
  }).output();
  if (!success) throw new Error(`promtool: ${new TextDecoder().decode(stderr)}`);
  await Deno.remove(input);
}
