import { DEMO_PRESENT, demoClient, type DemoServer } from "../../house/demo.ts";
import { demoJobs, type DemoName } from "../../house/demo_folder.ts";
import { type Check, defineCheck } from "./run_checks.ts";

/**
 * Stands for the first checks, down to the clocks, where a demo household is examined: its server
 * answered once, and its answers are kept.
 */
export function demoServer(
  demo: DemoName,
  open: (demo: DemoName) => Promise<DemoServer> = demoClient,
): Check {
  return defineCheck({
    id: "configuration",
    title: "Configuration",
    needs: [],
    gives: ["config", "way", "access", "client", "serverTime"],
    async run() {
      const client = await open(demo);
      return {
        findings: [{
          status: "ok",
          found: `the simulated demo household: ${client.description}`,
        }],
        facts: {
          config: { route: null, ...demoJobs(demo) },
          way: { stopped: null, client: null },
          access: true,
          client,
          serverTime: () => DEMO_PRESENT,
        },
      };
    },
  });
}
