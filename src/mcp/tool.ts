/**
 * A tool: what an assistant reads of it, and what it answers.
 *
 * @module
 */

import * as z from "zod";
import type { Home } from "../house/home.ts";
import type { DayBook } from "./day_book.ts";
import { type AskedPeriod, resolvePeriod } from "./period.ts";
import type { Subject } from "./caveats.ts";

/** What a tool works with. */
export interface ToolContext {
  readonly home: Home;
  readonly book: DayBook;
  /** Paths of tariff files; the first one is the house's own. */
  readonly tariffs: readonly string[];
  /** The asker went away. */
  readonly signal: AbortSignal;
}

/** An answer: data, or a picture with data beside it. */
export type Answer = { readonly data: object } | {
  readonly png: Uint8Array;
  readonly caption: object;
};

/** One tool. */
export interface Tool<Shape extends z.ZodRawShape = z.ZodRawShape> {
  /** What a model calls it. */
  readonly name: string;
  /** What a person reads. */
  readonly title: string;
  /** When to use it, and what it gives. */
  readonly description: string;
  readonly input: Shape;
  answer(args: z.infer<z.ZodObject<Shape>>, context: ToolContext): Promise<Answer>;
}

/** A tool with the types of its arguments. */
export function tool<Shape extends z.ZodRawShape>(one: Tool<Shape>): Tool {
  return one as unknown as Tool;
}

/** An optional text. Only kinds of schema that every client can convert are used in tools. */
export function text(about: string): z.ZodOptional<z.ZodString> {
  return z.string().max(40).describe(about).optional();
}

/** The arguments that name a period. */
export const PERIOD = {
  period: text("as in energy_totals"),
  from: text("first day, YYYY-MM-DD"),
  to: text("last day, inclusive"),
};

/** The days that were asked for, with everything that an answer says of them. */
export async function subjectOf(
  asked: AskedPeriod,
  { book, home, signal, tariffs }: ToolContext,
): Promise<Subject> {
  const calendar = await book.calendar(), period = resolvePeriod(asked, calendar);
  const days = await book.days(period, { signal });
  return { days, period, calendar, isDemo: home.isDemo, hasMoney: tariffs.length > 0 };
}
