import { HOUR } from "../../../src/time.ts";

/**
 * Times as a scene writes them: `02:16:40` on the day of its alert, `-1 22:10` on the day before, or
 * a whole instant in UTC.
 *
 * @param day Any instant of the day. [ms]
 * @returns Unix time. [ms]
 */
export function sceneTime(text: string, day: number): number {
  const [, back = "0", clock] = /^(?:-(\d+) )?(\d\d:\d\d(?::\d\d)?)$/.exec(text) ?? [];
  const date = new Date(day - Number(back) * 24 * HOUR).toISOString().slice(0, 10);
  const instant = Date.parse(clock === undefined ? text : `${date}T${clock}Z`);
  if (Number.isNaN(instant)) throw new RangeError(`'${text}' is no time of a scene`);
  return instant;
}
