import fc from "fast-check";
import { expect, test } from "vitest";
import type { Job } from "../../src/store/job.ts";
import { openStore } from "../../src/store/open_store.ts";
import { draftOf, PUSH, sealedCase } from "../cases.ts";
import { incident } from "../incidents.ts";

/** Any order of anything that workers, senders and crashes may do. */
const step = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("accept" as const),
      name: fc.integer({ min: 0, max: 2 }),
      episode: fc.integer({ min: 0, max: 1 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("wait" as const),
      for: fc.integer({ min: 1, max: 400 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("take" as const) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("work" as const),
      on: fc.nat(5),
      how: fc.constantFrom("succeed", "succeed", "facts", "fail", "stop", "give up", "hang"),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("crash" as const) }) },
);

test("whatever happens, in whatever order, every accepted alert comes to its end and is told unmarked once", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120, size: "max" }), (steps) => {
      using store = openStore();
      const { intake, queue, outbox } = store;
      let now = 0, cases = 0;
      let running: Job[] = [];
      /** Workers that never learn what became of their push. */
      let hanging = 0;
      /** By episode: what arrived at people's phones, as they would see it. */
      const arrived = new Map<string, ("plain" | "marked")[]>();
      /** Episode of every accepted alert. */
      const accepted: string[] = [];

      /** One step of a worker; the push arrives, but the worker may not learn of it. */
      const work = (job: Job, how: string) => {
        running = running.filter((one) => one !== job);
        if ("incident" in job.work) {
          if (how === "stop") return queue.handBack(job.id);
          if (how === "hang") return void hanging++;
          if (how === "fail") return queue.postpone(job.id, now + 10);
          const draft = draftOf(job.work.incident);
          if (how === "give up" && job.facts) {
            return outbox.close(job.id, sealedCase(`${++cases}`, job.work.incident, now));
          }
          const follows = how === "facts" && !job.facts;
          const push = outbox.add(job.id, { message: PUSH, draft, follows });
          running.push({ ...job, work: { push } });
          return;
        }
        const { push } = job.work;
        outbox.sending(job.id);
        const { delivery, draft: { incident: { episode } } } = push;
        if (how === "stop") return outbox.postpone(job.id, { due: now, delivery });
        if (how === "give up") {
          return outbox.fail(job.id, delivery, sealedCase(`${++cases}`, push.draft.incident, now));
        }
        // What follows the facts begins with a mark of its own.
        const isPlain = delivery === "ready" && job.repeats === "no" && !job.facts;
        arrived.set(episode, [...arrived.get(episode) ?? [], isPlain ? "plain" : "marked"]);
        if (how === "hang") return void hanging++;
        if (how === "fail") {
          return outbox.postpone(job.id, { due: now + 10, delivery: "unsure" });
        }
        if (push.follows) {
          const facts = { message: PUSH, publishedAt: now };
          return outbox.follow(job.id, { facts, due: now, isFailure: true });
        }
        outbox.deliver(job.id, sealedCase(`${++cases}`, push.draft.incident, now));
      };

      for (const one of steps) {
        if (one.do === "wait") now += one.for;
        else if (one.do === "take") {
          const job = queue.take(now);
          if (job) running.push(job);
        } else if (one.do === "crash") {
          queue.recover(now);
          running = [];
          hanging = 0;
        } else if (one.do === "work") {
          const job = running[one.on % running.length];
          if (job) work(job, one.how);
        } else {
          const before = queue.counts();
          const alert = incident(`${one.name}`, { startsAt: one.episode });
          const { accepted: count, refused, skipped } = intake.accept([alert], {
            cooldown: 300,
            capacity: 3,
          }, now);
          const sum = count + refused + skipped.cooldown + skipped.known + skipped.pending;
          expect(sum).toBe(1);
          if (refused > 0) expect(before.queued + before.waiting).toBeGreaterThanOrEqual(3);
          if (count > 0) accepted.push(alert.episode);
        }
        const { queued, running: busy, waiting, done, failed } = queue.counts();
        expect(queued + busy + waiting + done + failed).toBe(accepted.length);
        expect(busy).toBe(running.length + hanging);
      }

      // From here on all goes well.
      queue.recover(now);
      running = [];
      now += 1_000;
      for (let job = queue.take(now); job; job = queue.take(now)) {
        running = [job];
        while (running.length > 0) work(running[0]!, "succeed");
      }
      const { done, failed, ...open } = queue.counts();
      expect(open).toEqual({ queued: 0, running: 0, waiting: 0 });
      // What was given up stays so only where the same episode was accepted again.
      expect(done + failed).toBe(accepted.length);
      expect(done).toBeGreaterThanOrEqual(new Set(accepted).size);
      for (const episode of accepted) {
        const seen = arrived.get(episode) ?? [];
        expect(seen.length).toBeGreaterThan(0);
        expect(seen.filter((one) => one === "plain").length).toBeLessThanOrEqual(1);
      }
    }),
    { numRuns: 300 },
  );
});
