/**
 * The floor: curl asks for the same samples with one request, and throws them away.
 *
 * @module
 */

import { END } from "../month.ts";

/** What curl says about a transfer. */
export interface Transfer {
  /** From its start, without that of the process, to the last byte. [ms] */
  readonly total: number;
  /** To the first byte. [ms] */
  readonly firstByte: number;
  /** Size of the answer. [bytes] */
  readonly size: number;
}

/** Downloads the last hours of the month. */
export async function download(url: URL, hours: number): Promise<Transfer> {
  const { success, stdout } = await new Deno.Command("curl", {
    args: [
      "--silent",
      "--fail",
      "--output",
      "/dev/null",
      "--write-out",
      "%{time_total} %{time_starttransfer} %{size_download}",
      "--data-urlencode",
      `query=power_w[${hours}h]`,
      "--data",
      `time=${END / 1000}&nocache=1`,
      new URL("api/v1/query", url).href,
    ],
  }).output();
  const [total, firstByte, size] = new TextDecoder().decode(stdout).split(" ").map(Number);
  if (!success) throw new Error("curl failed");
  return { total: total! * 1000, firstByte: firstByte! * 1000, size: size! };
}
