import type { Secret } from "../../../src/secret.ts";
import type { Progress } from "../../../src/terminal/progress.ts";
import { isWattbookError } from "../../src/errors.ts";
import { parseAnswer } from "../../src/llm/parse_answer.ts";
import type { Price } from "../../src/llm/prices.ts";
import { redactBody } from "../../src/llm/redact_body.ts";
import type { Cassettes } from "../cassette/cassettes.ts";
import {
  type DiscardedAnswer,
  type RecordedRequest,
  type Recording,
  sealRecording,
} from "../cassette/recording.ts";
import { answerRedactor, refuseSecrets } from "../cassette/secrets_in.ts";
import { dollars, rounded } from "../results/figures.ts";
import type { Row } from "../row.ts";
import type { Question } from "./estimate.ts";
import { rowOf } from "./requests.ts";
import type { RunBudget } from "./run_budget.ts";
import { type Asker, type SendOptions, sendWithin, type Sent } from "./send_within.ts";

/** How often an answer of the wrong form is asked for again, as in the analyzer. */
const FORM_RETRIES = 2;
/** After so many replies in another format, recording stops. */
const MOST_STRANGE = 3;
/** Ways in which a model itself ends an answer. They count as answers. */
const MODELS_OWN =
  /^(?:refusal(?:_\w+)?|max_tokens|model_context_window_exceeded|pause_turn|tool_use)$/;

/** Why the analyzer would ask again. */
function badForm({ kind }: RecordedRequest, { reading }: Sent): string | undefined {
  if (kind !== "analysis" || !reading || !("text" in reading)) return undefined;
  const checked = parseAnswer(reading.text);
  return "failure" in checked ? checked.failure : undefined;
}

export interface AskAllOptions extends Pick<SendOptions, "signal" | "now"> {
  readonly ask: (body: string, ...options: Parameters<Asker>) => ReturnType<Asker>;
  readonly prices: readonly Price[];
  readonly cassettes: Cassettes;
  readonly budget: RunBudget;
  /** Never appears in a recording. */
  readonly apiKey: Secret;
  /** `refresh` and `live` ask for everything again; answers of `live` are not recorded. */
  readonly mode: "record" | "refresh" | "live";
  readonly concurrency: number;
  readonly onProgress: Progress["onProgress"];
  /** Takes the row of each question, after its answer is recorded. @default nothing */
  readonly add?: (row: Row) => void;
}

/** `stopped` says why some were not asked: `budget`, or how the provider refuses the account. */
export type AskOutcome = Awaited<ReturnType<typeof askAll>>;

/**
 * Asks the questions. Each answer is written to the disk before it is reported, so a killed process
 * loses nothing. Questions with the same key are asked once.
 */
export async function askAll(questions: readonly Question[], options: AskAllOptions) {
  const { cassettes, budget, prices, apiKey, mode, concurrency, signal, now, add } = options;
  const before = budget.spent();
  const groups = [...Map.groupBy(questions, ({ key }) => key).values()];
  const failures = new Map<string, number>();
  const unasked: Question[] = [], waiting = new Map<string, string>();
  let answered = 0, done = 0, strange = 0, stopped: string | undefined;

  // The first request goes alone, in case the provider refuses the key or speaks another format.
  const opened = Promise.withResolvers<void>();

  const tell = () => {
    const { tokens, usd } = budget.spent(), [failure] = waiting.values();
    const parts = [
      `${done} of ${groups.length}`,
      usd > 0 ? dollars(usd) : `${rounded(tokens)} tokens`,
      ...failure === undefined ? [] : [`${waiting.size} wait (${failure})`],
    ];
    options.onProgress(done, groups.length, parts.join(", "));
  };
  const keep = (group: readonly Question[], recording: Recording, from: "call" | "cassette") => {
    for (const one of group) add?.(rowOf(one, recording, { from, prices }));
    answered += group.length;
  };
  const fail = (group: readonly Question[], failure: string) => {
    for (const { place, key } of group) add?.({ ...place, key, status: "error", failure });
    failures.set(failure, (failures.get(failure) ?? 0) + group.length);
  };

  const send = async (request: RecordedRequest, question: Question) => {
    const { key } = question;
    const sent = await sendWithin(budget, question, {
      ...options,
      ask: (given) => options.ask(request.body, given),
      isStopped: () => stopped !== undefined,
      onRetry({ failure }) {
        waiting.set(key, failure);
        tell();
      },
    });
    waiting.delete(key);
    if (sent === null) stopped ??= "budget";
    return sent?.reply.failure === "aborted" ? null : sent;
  };

  /** Asks again for an answer of the wrong form; `null` if the budget or the user ends it. */
  async function sendUntilFormed(request: RecordedRequest, question: Question) {
    const discarded: DiscardedAnswer[] = [];
    for (let latency = 0, attempts = 0;;) {
      const sent = await send(request, question);
      if (sent === null) return null;
      const { reply, reading } = sent;
      latency += sent.latency;
      attempts += reply.attempts;
      const failure = discarded.length < FORM_RETRIES ? badForm(request, sent) : undefined;
      if (failure === undefined) {
        const timing = { latency, attempts, ...(discarded.length > 0 && { discarded }) };
        return { reply, reading, timing };
      }
      discarded.push({ failure, ...(reading?.usage && { usage: reading.usage }) });
    }
  }

  async function answer(group: readonly Question[]): Promise<void> {
    const [first] = group as readonly [Question];
    const request = first.request();
    // Another run may have recorded it in the meantime.
    const known = mode === "record" ? await cassettes.read(request, first.key) : null;
    if (known) return keep(group, known, "cassette");
    try {
      refuseSecrets(request.body, "The request");
      const sent = await sendUntilFormed(request, first);
      if (sent === null) return void unasked.push(...group);
      const { reply: { response, failure }, reading, timing } = sent;
      if (!response || !reading) return fail(group, failure ?? "no_answer");
      if ("failure" in reading && !MODELS_OWN.test(reading.failure)) {
        // Some failures affect every request.
        strange = reading.failure === "bad_reply" ? strange + 1 : 0;
        if (reading.isAccount || strange >= MOST_STRANGE) stopped ??= reading.failure;
        if (stopped === undefined && strange === 0) opened.resolve();
        return fail(group, reading.failure);
      }
      strange = 0;
      opened.resolve();
      const redactor = answerRedactor(request.body, apiKey);
      const recording = sealRecording({
        origin: "recorded",
        recordedAt: new Date(now()).toISOString(),
        request,
        response: { status: response.status, body: redactBody(response.body, redactor, apiKey) },
        timing,
      });
      if (mode !== "live") await cassettes.write(recording);
      keep(group, recording, "call");
    } catch (error) {
      if (!isWattbookError(error, "SECRET_FOUND")) throw error;
      fail(group, error.message);
    }
  }

  const queue = groups.values();
  const work = async (index: number) => {
    if (index > 0) await opened.promise;
    for (const group of queue) {
      if (stopped !== undefined || signal.aborted) unasked.push(...group);
      else {
        await answer(group).catch((error) => {
          // Other requests may finish, because they are paid for.
          stopped ??= "fault";
          throw error;
        });
        done++;
        tell();
      }
    }
  };
  tell();
  const workers = await Promise.allSettled(
    Array.from({ length: concurrency }, (_, index) => work(index).finally(opened.resolve)),
  );
  for (const worker of workers) if (worker.status === "rejected") throw worker.reason;
  signal.throwIfAborted();
  return {
    answered,
    failures,
    unasked,
    stopped,
    spent: { tokens: budget.spent().tokens - before.tokens, usd: budget.spent().usd - before.usd },
  };
}
