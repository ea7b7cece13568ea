import { llmEndpoint } from "../src/llm/endpoint.ts";
import { renderRequest } from "../src/llm/render.ts";
import { WattbookError } from "../src/errors.ts";
import { Secret } from "../../src/secret.ts";
import type { RecordedRequest } from "./cassette/recording.ts";
import { questionOf } from "./question_of.ts";
import type { ReplayCase } from "./replay_case.ts";
import type { Variant } from "./variant.ts";

/**
 * The request that a variant makes for a case, by the analyzer's own rendering: a case that is
 * asked again with its own prompt, model and parameters gives the same bytes.
 */
export function requestOf(
  one: { readonly file: Pick<ReplayCase["file"], "incident" | "context"> },
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
    body: renderRequest(prompt, questionOf(one, variant), render),
    sample: (variant.firstSample ?? 0) + sample,
  });
}

/** A request to an endpoint, as it is recorded. */
export function requestTo(
  { url, apiVersion }: Pick<Variant, "url" | "apiVersion">,
  asked: Pick<RecordedRequest, "kind" | "body" | "sample">,
): RecordedRequest {
  // It is never sent: only who answers and in which version is asked for here.
  const endpoint = llmEndpoint(url, {
    apiKey: new Secret(""),
    ...(apiVersion !== undefined && { apiVersion }),
  });
  return {
    v: 1,
    provider: endpoint.provider,
    endpoint: url.origin + url.pathname,
    ...(endpoint.apiVersion !== undefined && { apiVersion: endpoint.apiVersion }),
    ...asked,
  };
}
