import fc from "fast-check";
import { expect, test } from "vitest";
import { shareBytes } from "../../../src/context/kubernetes/share_bytes.ts";

test("shareBytes() gives out no more than there is, and all that is needed if it fits", () => {
  fc.assert(fc.property(fc.array(fc.nat(100)), fc.nat(300), (lengths, limit) => {
    const shares = shareBytes(lengths, limit),
      sum = (list: number[]) => list.reduce((a, b) => a + b, 0);
    expect(sum(shares)).toBe(Math.min(limit, sum(lengths)));
    shares.forEach((share, index) => expect(share).toBeLessThanOrEqual(lengths[index]!));
    // Nobody is cut while another one has more.
    const cut = shares.filter((share, index) => share < lengths[index]!);
    if (cut.length > 0) expect(Math.max(...shares) - Math.min(...cut)).toBeLessThanOrEqual(1);
  }));
});
