import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Dismissal, Guests } from "../../src/server/guests.ts";

const LIMITS = { connections: 20, stranger: 10, grace: 0, readings: 0, request: 60, idle: 600 };

function open(limits = LIMITS) {
  const gone = new Map<number, Dismissal>();
  return { gone, guests: new Guests<number>((guest, why) => void gone.set(guest, why), limits) };
}

describe("when all places are taken", () => {
  test("the stranger who has waited for the longest time goes", () => {
    const { gone, guests } = open({ ...LIMITS, connections: 3 });
    for (const guest of [1, 2, 3]) guests.enter(guest, guest);
    guests.end(1, 3);
    guests.enter(4, 4);
    guests.enter(5, 5);
    expect([...gone]).toEqual([[2, "crowded"], [3, "crowded"]]);
    expect(new Set(guests)).toEqual(new Set([1, 4, 5]));
  });

  test("senders go last, and not in the midst of a webhook", () => {
    const { gone, guests } = open({ ...LIMITS, connections: 2 });
    guests.enter(1, 0);
    guests.begin(1, true, 0);
    guests.enter(2, 0);
    guests.begin(2, true, 0);
    guests.end(2, 1);
    guests.enter(3, 2);
    expect([...gone]).toEqual([[2, "crowded"]]);
    guests.begin(3, true, 2);
    guests.enter(4, 3);
    expect([...gone.keys()]).toEqual([2, 4]);
    expect(new Set(guests)).toEqual(new Set([1, 3]));
  });

  test("nobody goes who has just come: newcomers wait", () => {
    const { gone, guests } = open({ ...LIMITS, connections: 2, grace: 5 });
    guests.enter(1, 0);
    expect(guests.hasRoom(0)).toBe(true);
    guests.enter(2, 0);
    expect(guests.hasRoom(4)).toBe(false);
    expect(guests.hasRoom(5)).toBe(true);
    guests.begin(1, true, 1);
    guests.begin(2, true, 1);
    expect(guests.hasRoom(1000)).toBe(false);
    guests.end(2, 2);
    expect(guests.hasRoom(2)).toBe(true);
    expect([...gone]).toEqual([]);
  });

  test("nobody goes before what they sent could be read, however long the machine was busy", () => {
    const { gone, guests } = open({ ...LIMITS, connections: 1, grace: 50, readings: 2 });
    guests.enter(1, 0);
    guests.wereRead();
    expect(guests.hasRoom(5_000)).toBe(false);
    guests.wereRead();
    expect(guests.hasRoom(49)).toBe(false);
    expect(guests.hasRoom(50)).toBe(true);
    guests.enter(2, 50);
    expect([...gone]).toEqual([[1, "crowded"]]);
    expect(guests.hasRoom(5_000)).toBe(false);
  });

  test("a stranger's requests are no reason to stay", () => {
    const { gone, guests } = open({ ...LIMITS, connections: 1 });
    guests.enter(1, 0);
    guests.begin(1, false, 0);
    guests.enter(2, 0);
    expect([...gone.keys()]).toEqual([1]);
  });
});

describe("time", () => {
  test("of a stranger counts from the connection, and from each answer", () => {
    const { gone, guests } = open();
    guests.enter(1, 0);
    guests.enter(2, 0);
    guests.begin(1, false, 9);
    guests.end(1, 9);
    guests.sweep(10);
    expect([...gone]).toEqual([[2, "late"]]);
    guests.sweep(19);
    expect([...gone.keys()]).toEqual([2, 1]);
  });

  test("of a sender is a request's, and then long", () => {
    const { gone, guests } = open();
    for (const guest of [1, 2]) {
      guests.enter(guest, 0);
      guests.begin(guest, true, 0);
    }
    guests.end(1, 1);
    guests.sweep(59);
    expect([...gone]).toEqual([]);
    guests.sweep(60);
    expect([...gone]).toEqual([[2, "late"]]);
    guests.sweep(600);
    expect(guests.size).toBe(1);
    guests.sweep(601);
    expect(guests.size).toBe(0);
  });
});

test("without descriptors there is room for fewer, and some are kept free", () => {
  const { gone, guests } = open({ ...LIMITS, connections: 1000 });
  for (let guest = 0; guest < 100; guest++) guests.enter(guest, guest);
  guests.runDry(100);
  expect(guests.size).toBe(80);
  expect([...gone.keys()]).toEqual(Array.from({ length: 20 }, (_, at) => at));
  guests.enter(1000, 1000);
  expect(guests.size).toBe(80);
  for (let again = 0; again < 100; again++) guests.runDry(1000);
  expect(guests.size).toBe(16);
});

test("whatever happens: never more than there is room for, and nobody is cut off in a webhook", () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant("enter" as const) }),
    fc.record({ do: fc.constantFrom("knock", "begin", "end", "leave"), who: fc.nat(40) }),
    fc.record({ do: fc.constant("sweep" as const), after: fc.nat(30) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), fc.nat(12), fc.nat(5), (steps, room, grace) => {
      const connections = room + 1;
      /** What a straight account of the same would say. */
      const model = new Map<number, { state: "stranger" | "idle" | "busy"; since: number }>();
      const allowed = { stranger: LIMITS.stranger, idle: LIMITS.idle, busy: LIMITS.request };
      let now = 0, count = 0;
      const guests = new Guests<number>((guest, why) => {
        const one = model.get(guest);
        if (why === "late") expect(now - one!.since).toBeGreaterThanOrEqual(allowed[one!.state]);
        else if (one) {
          expect(one.state).not.toBe("busy");
          if (one.state === "stranger") expect(now - one.since).toBeGreaterThanOrEqual(grace);
          // While there are strangers, no sender goes; and of each kind the one who waits longest.
          const states = [...model.values()].map(({ state }) => state);
          if (one.state === "idle") expect(states).not.toContain("stranger");
          const same = [...model.values()].filter(({ state }) => state === one.state);
          expect(one.since).toBe(Math.min(...same.map(({ since }) => since)));
        } else {
          const others = [...model.values()];
          expect(others.some(({ state, since }) => state === "stranger" && now - since >= grace))
            .toBe(false);
          if (others.some(({ state }) => state === "idle")) {
            expect(others.some(({ state }) => state === "stranger")).toBe(true);
          }
        }
        model.delete(guest);
      }, { ...LIMITS, connections, grace });
      for (const one of steps) {
        now++;
        if (one.do === "enter") {
          guests.enter(++count, now);
          if ([...guests].includes(count)) model.set(count, { state: "stranger", since: now });
        } else if (one.do === "sweep") {
          now += one.after;
          guests.sweep(now);
          for (const { state, since } of model.values()) {
            expect(now - since).toBeLessThan(allowed[state]);
          }
        } else {
          const guest = model.get(one.who);
          if (one.do === "knock") guests.begin(one.who, false, now);
          else if (one.do === "begin") {
            guests.begin(one.who, true, now);
            if (guest) model.set(one.who, { state: "busy", since: now });
          } else if (one.do === "end") {
            guests.end(one.who, now);
            if (guest?.state === "stranger") model.set(one.who, { state: "stranger", since: now });
            if (guest?.state === "busy") model.set(one.who, { state: "idle", since: now });
          } else {
            guests.leave(one.who);
            model.delete(one.who);
          }
          if (guest?.state === "idle" && one.do === "knock") {
            model.set(one.who, { state: "busy", since: now });
          }
          if (guest?.state === "busy" && one.do === "knock") {
            model.set(one.who, { state: "busy", since: now });
          }
        }
        expect(guests.size).toBeLessThanOrEqual(connections);
        expect(new Set(guests)).toEqual(new Set(model.keys()));
      }
    }),
  );
});
