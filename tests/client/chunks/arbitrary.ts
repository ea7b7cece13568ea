/**
 * Samples of every kind, for property tests.
 *
 * @module
 */

import fc from "fast-check";
import { type BitSample, bitsOf, STALE } from "./encode.ts";

/** Bits of doubles: usual ones, all special ones, and XORs of every width. */
const bits = fc.oneof(
  fc.double().map(bitsOf),
  fc.integer({ min: -5000, max: 5000 }).map(bitsOf),
  fc.integer({ min: -500_000, max: 500_000 }).map((hundredths) => bitsOf(hundredths / 100)),
  fc.constantFrom(0, -0, Infinity, -Infinity, NaN, 5e-324, -5e-324, Number.MAX_VALUE, 1.1)
    .map(bitsOf),
  // NaN of other kinds than JavaScript's, and the stale marker.
  fc.constantFrom(STALE, 0x7ff0000000000001n, 0x7ff8000000000001n, 0xfff8000000000000n, STALE | 1n),
  fc.bigInt(0n, 2n ** 64n - 1n),
);

/** A value that differs from the one before in some bits of its own width. */
const change = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0n) },
  {
    weight: 3,
    arbitrary: fc.record({
      leading: fc.integer({ min: 0, max: 63 }),
      trailing: fc.integer({ min: 0, max: 63 }),
      inner: fc.bigInt(0n, 2n ** 64n - 1n),
    }).map(({ leading, trailing, inner }) => {
      const width = 64 - leading - trailing;
      return width <= 0 ? 1n << BigInt(trailing) : BigInt.asUintN(width, inner) << BigInt(trailing);
    }),
  },
);

const step = fc.oneof(
  { weight: 6, arbitrary: fc.constant(15_000) },
  { weight: 2, arbitrary: fc.integer({ min: 14_990, max: 15_010 }) },
  // The borders of the widths of a change: 2^13, 2^16, 2^19.
  {
    weight: 2,
    arbitrary: fc.constantFrom(2 ** 13, 2 ** 16, 2 ** 19).chain((limit) =>
      fc.integer({ min: -2, max: 2 }).map((off) => 600_000 + limit + off)
    ),
  },
  fc.integer({ min: 1, max: 2 ** 40 }),
);

/** Samples in ascending time, as one series has them. */
export const samples: fc.Arbitrary<BitSample[]> = fc.tuple(
  fc.constantFrom(0, 1, -86_400_000, Date.UTC(2025, 0, 1), Date.UTC(2025, 0, 1) + 123),
  fc.array(
    fc.tuple(step, fc.oneof(bits.map((set) => ({ set })), change.map((flip) => ({ flip })))),
    { maxLength: 300 },
  ),
).map(([start, items]) => {
  let at = start, value = 0n;
  return items.map(([gap, next]): BitSample => {
    value = "set" in next ? next.set : value ^ next.flip;
    return [at += gap, value];
  });
});
