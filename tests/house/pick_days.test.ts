import { describe, expect, test } from "vitest";
import { joinSeries } from "../../src/columns.ts";
import type { Source } from "../../src/energy/signals/source.ts";
import { pickDays, type PickDaysOptions } from "../../src/house/pick_days.ts";

const ZONE = "Europe/Berlin";
const samples = () => Promise.resolve({ columns: joinSeries([]), notices: [] });
const server: Source = { kind: "server", description: "a server", samples };

/** An archive with samples between two instants, or without any. */
function archive(start?: string, end?: string): Source {
  const extent = start && end ? { start: Date.parse(start), end: Date.parse(end) } : null;
  return {
    kind: "archive",
    description: "an archive",
    samples,
    extent: () => Promise.resolve(extent),
  };
}
const whole = archive("2025-03-01T00:00:14+01:00", "2025-04-30T23:59:41+02:00");
const part = archive("2025-03-01T10:00:00+01:00", "2025-04-30T20:00:00+02:00");
const hours = archive("2025-03-01T10:00:00+01:00", "2025-03-01T12:00:00+01:00");

/** An archive that a server continues until now. */
function joined(start: string): Source {
  return { ...archive(start, "2025-06-15T12:00:00+02:00"), kind: "joined" };
}

const pick = (source: Source, options: Partial<PickDaysOptions> = {}) =>
  pickDays(source, ZONE, {
    includeToday: false,
    now: Date.parse("2025-06-15T12:00:00+02:00"),
    asFlags: true,
    ...options,
  });

describe("pickDays()", () => {
  test.each([
    ["a server: its last 30 complete days", server, {}, "2025-05-16", "2025-06-14"],
    ["... and today", server, { includeToday: true }, "2025-05-16", "2025-06-15"],
    ["... from a day on", server, { from: "2025-06-01" }, "2025-06-01", "2025-06-14"],
    ["... 30 days up to a day", server, { to: "2025-01-30" }, "2025-01-01", "2025-01-30"],
    ["... as asked", server, { from: "2024-01-01", to: "2024-01-02" }, "2024-01-01", "2024-01-02"],
    ["an archive: all of it, jitter at its ends or not", whole, {}, "2025-03-01", "2025-04-30"],
    ["... without days that it has in part", part, {}, "2025-03-02", "2025-04-29"],
    ["... unless there are no others", hours, {}, "2025-03-01", "2025-03-01"],
    [
      "... that a server continues: up to yesterday",
      joined("2025-03-01T00:00:14+01:00"),
      {},
      "2025-03-01",
      "2025-06-14",
    ],
    ["... from a day on", whole, { from: "2025-04-01" }, "2025-04-01", "2025-04-30"],
    ["... up to a day", whole, { to: "2025-03-05" }, "2025-03-01", "2025-03-05"],
    [
      "... that grows today, without today",
      archive("2025-06-01T00:00:00+02:00", "2025-06-15T11:59:00+02:00"),
      {},
      "2025-06-01",
      "2025-06-14",
    ],
    [
      "... and with today",
      archive("2025-06-01T00:00:00+02:00", "2025-06-15T11:59:00+02:00"),
      { includeToday: true },
      "2025-06-01",
      "2025-06-15",
    ],
  ])("covers of %s", async (_, source, options, from, to) => {
    expect(await pick(source, options)).toMatchObject({ from, to, notices: [] });
  });

  test("takes the household's day, not the machine's", async () => {
    const now = Date.parse("2025-06-15T23:30:00Z");
    expect((await pick(server, { now })).to).toBe("2025-06-15");
    expect((await pickDays(server, "America/New_York", { includeToday: false, now })).to)
      .toBe("2025-06-14");
  });

  test("says what an archive does not have", async () => {
    expect((await pick(whole, { from: "2025-02-01" })).notices).toEqual([
      "The archive has whole days from 2025-03-01 to 2025-04-30, no others",
    ]);
    // By local days, the same in each message.
    expect((await pick(part, { from: "2025-02-01" })).notices).toEqual([
      "The archive has whole days from 2025-03-02 to 2025-04-29 and parts of 2025-03-01 and " +
      "2025-04-30, no others",
    ]);
    await expect(pick(part, { to: "2025-02-01" })).rejects.toThrow(
      "whole day of the archive (2025-03-02)",
    );
    expect((await pick(hours, { from: "2025-02-01", to: "2025-02-02" })).notices).toEqual([
      "The archive has parts of 2025-03-01 only",
    ]);
  });

  test("says that days to come are left out", async () => {
    expect((await pick(server, { to: "2025-06-20" })).notices).toEqual([
      "Days from 2025-06-15 on are not over, so they are left out; --include-today adds the running day",
    ]);
    expect((await pick(server, { to: "2025-06-20", includeToday: true })).notices).toEqual([
      "Days from 2025-06-16 on are not over, so they are left out",
    ]);
  });

  test("names options as they are spelled where they are given", async () => {
    expect((await pick(server, { to: "2025-06-20", asFlags: false })).notices).toEqual([
      "Days from 2025-06-15 on are not over, so they are left out; includeToday: true adds the running day",
    ]);
    await expect(pick(part, { to: "2025-02-01", asFlags: false })).rejects.toThrow(
      /^to 2025-02-01 is before the first whole day/,
    );
  });

  test("--include-today is advised only where there is a today, and such an option", async () => {
    const growing = archive("2025-06-01T00:00:00+02:00", "2025-06-15T11:59:00+02:00");
    const to = "2025-06-20", advised = (text: string) => text.includes("--include-today");
    const told = async (source: Source, options: Partial<PickDaysOptions>) =>
      (await pick(source, options)).notices.some(advised);
    expect(await told(server, { to })).toBe(true);
    expect(await told(growing, { to })).toBe(true);
    expect(await told(whole, { to })).toBe(false);
    expect(await told(server, { to, includeToday: null })).toBe(false);
    const hintOf = (source: Source, options: Partial<PickDaysOptions>) =>
      pick(source, options).then(() => "", ({ hint }) => hint);
    expect(await hintOf(server, { from: "2025-06-15" })).toBe(
      "--include-today adds the running day.",
    );
    expect(await hintOf(server, { from: "2025-06-16" })).toBe("Choose other days.");
    expect(await hintOf(server, { from: "2025-06-15", includeToday: null })).toBe(
      "Choose other days.",
    );
    expect(await hintOf(whole, { from: "2025-05-02" })).toBe("Choose other days.");
  });

  test.each([
    [
      server,
      { from: "2025-06-15" },
      "BAD_RANGE",
      "--from 2025-06-15 is after the last complete day (2025-06-14)",
    ],
    [server, { from: "2025-06-16", includeToday: true }, "BAD_RANGE", "the last day (2025-06-15)"],
    [whole, { from: "2025-05-02" }, "BAD_RANGE", "the last whole day of the archive (2025-04-30)"],
    [
      whole,
      { to: "2025-02-01" },
      "BAD_RANGE",
      "--to 2025-02-01 is before the first whole day of the archive (2025-03-01)",
    ],
    [archive(), {}, "NO_DATA", "There are no samples in an archive"],
  ])("refuses what leaves no day, case %#", async (source, options, code, message) => {
    await expect(pick(source, options)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message),
    });
  });
});
