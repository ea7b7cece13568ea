import fc from "fast-check";
import { expect, test } from "vitest";
import type { Job } from "../../../src/analyzer/store/alert_queue.ts";
import { openStore } from "../../../src/analyzer/store/open_store.ts";
import { draftOf, PUSH, sealedCase } from "../cases.ts";
import { incident } from "../incidents.ts";

/** Any order of anything that workers, senders and crashes may do. */
const step = fc.oneof(
  fc.record({
    do: fc.constant("accept" as const),
    name: fc.integer({ min: 0, max: 5 }),
    episode: fc.integer({ min: 0, max: 2 }),
  }),
  fc.record({ do: fc.constant("wait" as const), for: fc.integer({ min: 1, max: 400 }) }),
  fc.record({ do: fc.constant("take" as const) }),
  fc.record({
    do: fc.constant("work" as const),
    on: fc.nat(),
    how: fc.constantFrom("fail", "succeed", "stop"),
  }),
  fc.record({ do: fc.constant("crash" as const) }),
);

test("whatever happens, in whatever order, every accepted alert comes to its end and is told once", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      using store = openStore();
      const { queue } = store;
      let now = 0, cases = 0;
      let running: Job[] = [];
      /** By alert: what arrived at people's phones, as they would see it. */
      const arrived = new Map<number, ("plain" | "marked")[]>();
      const accepted = new Set<number>();
      let ids = 0;

      /** One step of a worker; the push arrives, but the worker may not learn of it. */
      const work = (job: Job, how: string) => {
        running = running.filter((one) => one !== job);
        if ("incident" in job.work) {
          if (how === "stop") return queue.handBack(job.id);
          if (how === "fail") return queue.postpone(job.id, now + 10);
          const push = queue.draft(job.id, { message: PUSH, draft: draftOf(job.work.incident) });
          running.push({ ...job, work: { push } });
          return;
        }
        const { push } = job.work;
        queue.sending(job.id);
        if (how === "stop") return void running.push({ ...job, work: { push } });
        const seen = arrived.get(job.id) ?? [];
        arrived.set(job.id, [...seen, push.delivery === "ready" ? "plain" : "marked"]);
        if (how === "fail") {
          return queue.postponePush(job.id, { due: now + 10, delivery: "unsure" });
        }
        queue.deliver(job.id, sealedCase(`${++cases}`, push.draft.incident, now));
      };

      for (const one of steps) {
        if (one.do === "wait") now += one.for;
        else if (one.do === "take") {
          const job = queue.take(now);
          if (job) running.push(job);
        } else if (one.do === "crash") {
          queue.recover(now);
          running = [];
        } else if (one.do === "work") {
          const job = running[one.on % running.length];
          if (job) work(job, one.how);
        } else {
          const before = queue.counts();
          const alert = incident(`${one.name}`, { startsAt: one.episode });
          const { accepted: count, refused, skipped } = queue.accept([alert], {
            cooldown: 300,
            capacity: 3,
          }, now);
          const sum = count + refused + skipped.cooldown + skipped.known + skipped.pending;
          expect(sum).toBe(1);
          if (refused > 0) expect(before.queued + before.waiting).toBeGreaterThanOrEqual(3);
          if (count > 0) accepted.add(++ids);
        }
        const { queued, running: busy, waiting, done, failed } = queue.counts();
        expect(queued + busy + waiting + done + failed).toBe(accepted.size);
        expect(busy).toBe(running.length);
      }

      // From here on all goes well.
      queue.recover(now);
      running = [];
      now += 1_000;
      for (let job = queue.take(now); job; job = queue.take(now)) {
        running = [job];
        while (running.length > 0) work(running[0]!, "succeed");
      }
      expect(queue.counts()).toEqual({
        queued: 0,
        running: 0,
        waiting: 0,
        done: accepted.size,
        failed: 0,
      });
      expect(cases).toBe(accepted.size);
      for (const id of accepted) {
        const seen = arrived.get(id) ?? [];
        expect(seen.length).toBeGreaterThan(0);
        expect(seen.filter((one) => one === "plain").length).toBeLessThanOrEqual(1);
      }
    }),
    { numRuns: 300 },
  );
});
