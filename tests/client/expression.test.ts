import { describe, expect, test } from "vitest";
import {
  formatDuration,
  formatRange,
  formatSeconds,
  pinEnds,
  whyUnsplittable,
} from "../../src/client/expression.ts";

const RANGE = { start: 1_735_689_600_500, end: 1_735_776_000_000 };

describe("pinEnds()", () => {
  test.each([
    ["up", "up"],
    ["up @ start()", "up @ 1735689600.5"],
    ["up @ end ( ) offset 5m", "up @ 1735776000 offset 5m"],
    ["rate(up[5m] @ end()) / up @ start()", "rate(up[5m] @ 1735776000) / up @ 1735689600.5"],
    ["max_over_time(up[1h:1m] @ start())", "max_over_time(up[1h:1m] @ 1735689600.5)"],
    ["(up) @ start( # not ) here\n)", "(up) @ 1735689600.5"],
    ['up{a="@ start()"}', 'up{a="@ start()"}'],
    ["start + end", "start + end"],
    ["sum by (start, end) (up)", "sum by (start, end) (up)"],
    ["up # @ end()", "up # @ end()"],
  ])("%s", (expression, pinned) => {
    expect(pinEnds(expression, RANGE)).toBe(pinned);
  });
});

describe("whyUnsplittable()", () => {
  test.each([
    "sum(rate(power[5m]))",
    "max_over_time(power[1d:1m] offset 1h) @ start()",
    'range{range="range()"}',
    "rate(power[step()])",
    "histogram_quantile(0.9, sum by (le) (rate(x_bucket[5m])))",
  ])("%s may be split", (expression) => {
    expect(whyUnsplittable(expression)).toBeNull();
  });

  test.each([
    ["rate(power[range()])", /range\(\)/],
    ["sum(rate(power[min_of(1h, range())]))", /range\(\)/],
    ["range_avg(power)", /not plain PromQL/],
    ["sum(", /not plain PromQL/],
  ])("%s may not", (expression, why) => {
    expect(whyUnsplittable(expression)).toMatch(why);
  });
});

test("formatSeconds() is exact", () => {
  expect(formatSeconds(1_735_689_600_050)).toBe("1735689600.05");
});

test("formatDuration() uses the largest unit of fixed length", () => {
  expect(formatDuration(86_400_000)).toBe("1d");
  expect(formatDuration(82_800_000)).toBe("82800s");
});

test("formatRange() takes an offset and a resolution", () => {
  const day = { window: 86_400_000, offset: -7_200_000 };
  expect(formatRange(day)).toBe("[1d] offset -7200s");
  expect(formatRange(day, "1m")).toBe("[1d:1m] offset -7200s");
});
