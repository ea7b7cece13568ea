import { Buffer } from "node:buffer";
import { type Check, UNREADABLE } from "../check.ts";

/** Fits a push message and one look at a phone. [bytes of UTF-8] */
const MOST = 2000, LEAST = 40;

export const length: Check = {
  name: "length",
  role: "limits",
  about:
    `The pushed text has ${LEAST} to ${MOST} bytes. For longer texts the value falls, to 0 at ` +
    `${2 * MOST} bytes`,
  weight: 0.3,
  version: 2,
  judge({ answer: { written, prose } }) {
    if (!written) return UNREADABLE;
    const bytes = Buffer.byteLength(prose);
    if (bytes < LEAST) return { value: 0, reason: `${bytes} bytes say nothing` };
    return {
      value: Math.max(0, Math.min(1, 2 - bytes / MOST)),
      reason: `${bytes} bytes${bytes > MOST ? `, more than ${MOST}` : ""}`,
    };
  },
};
