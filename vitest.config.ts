import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["tests/**/*.test.ts"],
          exclude: ["tests/servers/**"],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: "servers",
          include: ["tests/servers/**/*.test.ts"],
          globalSetup: "tests/servers/loaded_servers.ts",
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
