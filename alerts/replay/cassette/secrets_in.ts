import type { Secret } from "../../../src/secret.ts";
import { WattbookError } from "../../src/errors.ts";
import { type JsonValue, redactValue } from "../../src/redact/redact_value.ts";
import { Redactor } from "../../src/redact/redactor.ts";
import { SHORTEST_KEY } from "../../src/llm/redact_body.ts";
import { structureOf } from "./legible.ts";

/** Finds secrets in a body. A text that holds JSON is searched as a structure. */
export function secretsIn(body: string) {
  const redactor = new Redactor();
  const found: { readonly rule: string; readonly pointer: string }[] = [];
  const look = (value: JsonValue | undefined, pointer: string): void => {
    if (typeof value === "string") {
      const { findings } = redactValue(structureOf(value) ?? value, redactor);
      found.push(...findings.map((one) => ({ rule: one.rule, pointer: pointer + one.pointer })));
    } else if (typeof value === "object" && value !== null) {
      // Field names of the envelope are the provider's: `max_tokens` is no secret.
      for (const [key, one] of Object.entries(value)) {
        look(one, `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`);
      }
    }
  };
  look(structureOf(body) ?? body, "");
  return found;
}

/** Throws if a text contains a secret: it may be neither sent nor kept. */
export function refuseSecrets(body: string, what: string): void {
  const [first, ...others] = secretsIn(body);
  if (!first) return;
  const more = others.length === 0 ? "" : `, and ${others.length} more`;
  throw new WattbookError(
    "SECRET_FOUND",
    `${what} holds a secret: the rule '${first.rule}' finds one at ${first.pointer}${more}`,
    {
      hint: "Take it out of the prompt. In a case, export it anew with this version, or replace " +
        "the value in its source; 'deno task redact' shows what the rules find.",
    },
  );
}

/** A redactor for the answer to a request. Its placeholders differ from the request's. */
export function answerRedactor(request: string, apiKey: Secret) {
  const known = [apiKey.reveal()].filter((key) => key.length >= SHORTEST_KEY);
  const redactor = new Redactor({ known });
  // From this it learns which placeholders are taken.
  redactor.redact(request);
  return { redact: (text: string) => redactor.redact(text).text };
}
