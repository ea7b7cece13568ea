import { type Check, defineCheck } from "../run_checks.ts";
import { failure } from "../../../terminal/findings.ts";

/** Whether there is a server that answers queries, and which one. */
export const datasource: Check = defineCheck({
  id: "datasource",
  title: "Datasource",
  needs: ["way", "access"],
  gives: ["client"],
  run({ way: { stopped, client, datasource, server = "a server" } }) {
    if (stopped) return { findings: [failure(stopped.error)] };
    const found = datasource === undefined ? server : `${datasource}: ${server}`;
    return {
      findings: [{ status: "ok", found: `${found}, answers queries` }],
      ...(client && { facts: { client } }),
    };
  },
});
