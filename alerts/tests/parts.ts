/** Parts of a pipeline for tests: each answers at once, and keeps what it was asked. */

import type { CaseRedactor } from "../src/case_redactor.ts";
import type { Gatherer } from "../src/context/gatherer.ts";
import type { AnalyzerEvent } from "../src/events.ts";
import type { Analyst, Opinion } from "../src/llm/analyst.ts";
import type { PipelineOptions, PipelineParts } from "../src/pipeline/surroundings.ts";
import type { Notice } from "../src/push/compose.ts";
import type { Publisher, PushMessage } from "../src/push/publisher.ts";

export const OPINION: Opinion = {
  prompt: { name: "cluster", sha256: "00" },
  exchange: {
    url: "https://llm.example/v1/messages",
    model: "m",
    request: "{}",
    response: { status: 200, body: "{}" },
    usage: { input: 10, output: 5, usd: 0.01 },
    attempts: 1,
    duration: 3,
  },
  analysis: {
    summary: "It is down",
    hypotheses: [],
    inconclusive: true,
    next_steps: [],
    not_read: [],
  },
  isRetryable: false,
};

const FINDING = {
  kind: "logs",
  title: "Log of x-1",
  query: "/api/v1/namespaces/media/pods/x-1/log",
  time: 0,
  duration: 1,
  data: ["login with hunter2"],
} as const;

/** Hides the one secret of the tests. */
function testRedactor(): CaseRedactor {
  let count = 0;
  const hide = (text: string) =>
    text.replaceAll("hunter2", () => {
      count++;
      return "[PASSWORD#1]";
    });
  return {
    redact: hide,
    redactValue: <T>(value: T): T => JSON.parse(hide(JSON.stringify(value))),
    redactLog: hide,
    counts: () => ({ password: count }),
  };
}

export interface TestParts extends PipelineParts {
  readonly published: PushMessage[];
  readonly events: AnalyzerEvent[];
  readonly asked: Parameters<Analyst["analyse"]>[];
}

/** Short waits, for tests. */
export const QUICK: PipelineOptions = { analysisRetries: [1, 1], pushRetries: [1, 1] };

export function testParts(store: PipelineParts["store"], given: {
  readonly gather?: Gatherer["gather"];
  readonly analyse?: Analyst["analyse"];
  readonly publish?: Publisher["publish"];
  readonly compose?: (notice: Notice) => PushMessage;
  readonly redactor?: () => CaseRedactor;
} = {}): TestParts {
  const published: PushMessage[] = [], events: AnalyzerEvent[] = [], asked: TestParts["asked"] = [];
  return {
    store,
    published,
    events,
    asked,
    gatherer: { gather: given.gather ?? (() => Promise.resolve([FINDING])) },
    analyst: {
      analyse(...question) {
        asked.push(question);
        return given.analyse?.(...question) ?? Promise.resolve(OPINION);
      },
    },
    redactor: given.redactor ?? testRedactor,
    compose: given.compose ?? (({ incident, context, analysis, failure }) => ({
      title: incident.title,
      message: `${analysis?.summary ?? `No analysis: ${failure}`} ${JSON.stringify(context)}`,
      priority: 3,
      tags: [],
    })),
    publisher: {
      topic: "topic",
      async publish(message, options) {
        await given.publish?.(message, options);
        published.push(message);
      },
    },
    report: (event) => void events.push(event),
  };
}
