import { llmEndpoint } from "../src/llm/endpoint.ts";
import { type Question, renderRequest } from "../src/llm/render.ts";
import { WattbookError } from "../src/errors.ts";
import { Secret } from "../../src/secret.ts";
import type { RecordedRequest } from "./cassette/recording.ts";
import type { Variant } from "./config/read_config.ts";

/** Made by the analyzer's own code: the same prompt, model and parameters give the same bytes. */
export function requestOf(
  one: { readonly file: Question },
  variant: Variant,
  sample: number,
): RecordedRequest {
  const { name, prompts, render } = variant;
  const { source } = one.file.incident;
  const prompt = prompts[source];
  if (!prompt) {
    throw new WattbookError("BAD_CONFIG", `The variant '${name}' has no prompt for ${source}`, {
      hint: `Name one under prompts.${source} of the variant, or leave such cases out.`,
    });
  }
  return requestTo(variant, {
    kind: "analysis",
    body: renderRequest(prompt, questionOf(one, variant.context), render),
    sample: variant.firstSample + sample,
  });
}

/** A request as it is recorded. */
export function requestTo(
  { url, apiVersion }: Pick<Variant, "url" | "apiVersion">,
  asked: Pick<RecordedRequest, "kind" | "body" | "sample">,
): RecordedRequest {
  // Nothing is sent here: this only finds the provider and its version.
  const given = { apiKey: new Secret(""), ...(apiVersion !== undefined && { apiVersion }) };
  const { provider, apiVersion: sent } = llmEndpoint(url, given);
  const version = sent === undefined ? {} : { apiVersion: sent };
  return { v: 1, provider, endpoint: url.origin + url.pathname, ...version, ...asked };
}

/** The alert with its context, or alone. */
export function questionOf(
  { file: { incident, context } }: { readonly file: Question },
  shown: Variant["context"] = "full",
): Question {
  return { incident, context: shown === "none" ? [] : context };
}
