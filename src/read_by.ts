import { z } from "zod";
import { isWattbookError } from "./errors.ts";

/** A text that a function can read; the function throws if it cannot, and its message is the issue's. */
export const readBy = (read: (text: string) => unknown) =>
  z.string().superRefine((text, context) => {
    try {
      read(text);
    } catch (error) {
      const { message } = error as Error, hint = isWattbookError(error) ? error.hint : undefined;
      // The message quotes the text already.
      context.addIssue({ code: "custom", message, params: { isQuoted: true, hint } });
    }
  });
