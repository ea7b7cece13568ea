import type { Finding } from "../../../src/terminal/findings.ts";
import { ntfyPublisher } from "../push/ntfy.ts";
import type { ServiceSettings } from "../settings/service_settings.ts";

/**
 * Whether the push service answers; only with consent whether it takes a message, because people
 * would read it.
 *
 * @throws {WattbookError} If it does not take the message.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { startNtfy } from "../demo/ntfy_stand_in.ts";
 * import { checkPush } from "./check_push.ts";
 *
 * await using ntfy = startNtfy();
 * const push = { url: ntfy.url, topic: "alerts", linkHosts: [] };
 * await checkPush({ push }, { sendsTest: true, signal: AbortSignal.timeout(10_000) });
 * assert.equal(ntfy.published[0]?.priority, 1);
 * ```
 */
export async function checkPush(
  { push }: Pick<ServiceSettings, "push">,
  { sendsTest, signal }: {
    /** Whether a message may be sent. */
    readonly sendsTest: boolean;
    /** Ends it early. */
    readonly signal: AbortSignal;
  },
): Promise<Finding[]> {
  const { url, topic } = push;
  if (sendsTest) {
    const message = "A test by the analyzer's doctor. Nothing is wrong.";
    await ntfyPublisher(push).publish(
      { title: "Test of the analyzer", message, priority: 1, tags: [] },
      { signal },
    );
    return [{ status: "ok", found: `${url.host} took a test message for '${topic}'` }];
  }
  const health = new URL(`${url.pathname.replace(/\/$/, "")}/v1/health`, url);
  const answer = await fetch(health, { signal, redirect: "manual" }).catch(() => null);
  signal.throwIfAborted();
  if (answer === null) {
    return [{
      status: "failure",
      found: `${url.host} cannot be reached`,
      advice: "Check PUSH_PUBLISH_URL, and that the network policy lets it through.",
    }];
  }
  const { healthy } = await answer.json().catch(() => ({})) ?? {};
  const first: Finding = healthy === true
    ? { status: "ok", found: `${url.host} reports that it is healthy` }
    : {
      status: "warning",
      found: `${url.host} answers, but not as an ntfy server does (${answer.status})`,
      advice: "Check that PUSH_PUBLISH_URL is the server's address, without the topic.",
    };
  return [first, {
    status: "skipped",
    found: `no test message was sent to '${topic}', because people would read it`,
    advice: "To send one, run the doctor with --send-test.",
  }];
}
