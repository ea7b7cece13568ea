import { describe, expect, test } from "vitest";
import { logText } from "../../src/demo/kubernetes_log.ts";
import { containerOf, crashing, podOf } from "../context/kubernetes/cluster_objects.ts";

const HELD = {
  pods: [
    podOf("one"),
    podOf("two", [containerOf(), containerOf({ name: "proxy" })]),
    podOf("crashed", [crashing()]),
    podOf("new", [containerOf({ state: { waiting: { reason: "ImagePullBackOff" } } })]),
  ],
  logs: { "one/app": "1\n22\n333", "crashed/app/previous": "crash\n", "two/proxy": "p\n" },
};

/** Status and text; of a failure its message. */
async function ask(pod: string, query: Record<string, string>) {
  const answer = logText(HELD, pod, new URLSearchParams(query));
  return [answer.status, answer.ok ? await answer.text() : (await answer.json()).message];
}

describe("the stand-in's logs", () => {
  test.each([
    ["one", {}, 200, "1\n22\n333"],
    ["one", { tailLines: "2" }, 200, "22\n333"],
    ["one", { tailLines: "0" }, 200, ""],
    ["one", { limitBytes: "3" }, 200, "1\n2"],
    ["one", { tailLines: "2", limitBytes: "3" }, 200, "22\n"],
    [
      "one",
      { previous: "true" },
      400,
      'previous terminated container "app" in pod "one" not found',
    ],
    ["two", {}, 400, "a container name must be specified for pod two, choose one of: [app proxy]"],
    ["two", { container: "proxy" }, 200, "p\n"],
    ["two", { container: "x" }, 400, "container x is not valid for pod two"],
    // After a crash the container that waits shows the log of the crash, asked either way.
    ["crashed", {}, 200, "crash\n"],
    ["crashed", { previous: "true" }, 200, "crash\n"],
    ["new", {}, 400, 'container "app" in pod "new" is waiting to start: ImagePullBackOff'],
    ["none", {}, 404, 'pods "none" not found'],
    ["one", { follow: "true" }, 400, "the stand-in does not know 'follow'"],
  ])("of %s with %o are answered with %d", async (pod, query, status, text) => {
    expect(await ask(pod, query)).toEqual([status, text]);
  });
});
