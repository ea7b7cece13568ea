import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      // Without a server, without Jupyter: seconds.
      {
        test: {
          name: "unit",
          include: ["tests/**/*.test.ts"],
          exclude: ["tests/servers/**", "tests/notebooks/**"],
          testTimeout: 30_000,
        },
      },
      // Against a real Prometheus and a real VictoriaMetrics, which hold the demo household.
      {
        test: {
          name: "servers",
          include: ["tests/servers/**/*.test.ts"],
          globalSetup: "tests/servers/loaded_servers.ts",
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      // In the real Deno kernel.
      {
        test: {
          name: "notebooks",
          include: ["tests/notebooks/**/*.test.ts"],
          testTimeout: 300_000,
        },
      },
    ],
  },
});
