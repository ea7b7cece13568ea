import { expect, test } from "vitest";
import { z } from "zod";
import {
  askDashboard,
  chooseDatasource,
  findDatasource,
  readDashboardHealth,
} from "../../src/client/dashboard.ts";
import { accessOf } from "../../src/client/route.ts";

test("askDashboard() checks the answer", async () => {
  const { name } = await askDashboard("api/org", z.looseObject({ name: z.string() }), {
    transport: {
      exchange: (_request, read) => read(new Blob(['{"id":1,"name":"Main Org."}']).stream(), {}),
      close: async () => {},
    },
    access: accessOf({ kind: "direct", url: new URL("http://127.0.0.1:3000") }),
  });
  expect(name).toBe("Main Org.");
});

test("findDatasource() takes the only one of type prometheus", async () => {
  const list = '[{"uid":"a1","name":"Metrics","type":"prometheus"}]';
  const { uid } = await findDatasource({
    exchange: (_request, read) => read(new Blob([list]).stream(), {}),
    close: async () => {},
  }, accessOf({ kind: "direct", url: new URL("http://127.0.0.1:3000") }));
  expect(uid).toBe("a1");
});

test("chooseDatasource() ignores the default of another type", () => {
  const chosen = chooseDatasource([
    { uid: "a1", name: "Logs", type: "loki", isDefault: true },
    { uid: "b2", name: "Metrics", type: "prometheus" },
  ]);
  expect(chosen.uid).toBe("b2");
});

test("readDashboardHealth() passes on what the dashboard says", async () => {
  const access = accessOf({ kind: "direct", url: new URL("http://127.0.0.1:3000") });
  const health = await readDashboardHealth({
    exchange: (_request, read) => read(new Blob(['{"database":"ok"}']).stream(), {}),
    close: async () => {},
  }, access);
  expect(health?.database).toBe("ok");
});
