/**
 * Kinds of values that variables of the environment hold: how a text is checked and what it means.
 * Messages complete the sentence "NAME …" and show no value that may be secret.
 *
 * @module
 */

import { z } from "zod";
import { Secret } from "../../../src/secret.ts";

/** A secret that fits into a header. */
export const secret = z.string()
  .regex(/^[\x21-\x7e]+$/, "must be printable ASCII without spaces")
  .transform((text) => new Secret(text));

/** An address of a server. It may hold a password by mistake: no message repeats it. */
export const httpUrl = ({ mayHaveQuery = false } = {}) =>
  z.string().transform((text, context) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    const problem = !url || !/^https?:$/.test(url.protocol)
      ? "must be an address that starts with http:// or https://"
      : url.username || url.password
      ? "must not contain a user name or a password"
      : url.hash || (url.search && !mayHaveQuery)
      ? "must not contain a query string or a fragment"
      : undefined;
    if (url && problem === undefined) return url;
    context.addIssue({ code: "custom", message: problem! });
    return z.NEVER;
  });

/** What is no secret may be shown in the message. */
export const checked = (isGood: (text: string) => boolean, rule: string) =>
  z.string().superRefine((text, context) => {
    if (!isGood(text)) {
      context.addIssue({ code: "custom", message: `must be ${rule}, not '${text.slice(0, 80)}'` });
    }
  });

/** A whole number within bounds, both included. */
export const whole = (least: number, most: number) =>
  checked(
    (text) => /^\d{1,15}$/.test(text) && Number(text) >= least && Number(text) <= most,
    `a whole number from ${least} to ${most}`,
  ).transform(Number);

/** An amount of money. */
export const amount = checked((text) => /^\d{1,9}(\.\d+)?$/.test(text), "an amount such as 2.50")
  .transform(Number);

/** Yes or no. */
export const flag = checked((text) => /^(true|false)$/i.test(text), "true or false")
  .transform((text) => text.toLowerCase() === "true");

/** One word of a few. */
export const oneOf = <const W extends readonly [string, string, ...string[]]>(words: W) =>
  z.enum(words, { error: `must be ${words.slice(0, -1).join(", ")} or ${words.at(-1)}` });

/** Several values, separated by commas. */
export const list = (item: RegExp, what: string) =>
  z.string().transform((text) => text.split(",").map((one) => one.trim()).filter(Boolean))
    .superRefine((items, context) => {
      const wrong = items.find((one) => !item.test(one));
      if (wrong !== undefined) {
        const message = `must be a list of ${what}, separated by commas, not '${wrong}'`;
        context.addIssue({ code: "custom", message });
      }
    });
