/** Prints the context of cases, for whoever writes answers. */
import { makeCase } from "./make_case.ts";
import { DEMO_CASES } from "./demo_cases.ts";
for (const demo of DEMO_CASES) {
  if (Deno.args[0] && !demo.id.includes(Deno.args[0])) continue;
  const file = await makeCase(demo);
  console.log(
    `\n##### ${file.id} ${JSON.stringify(file.context).length} redactions ${
      JSON.stringify(file.redactions)
    }`,
  );
  for (const { id, title, data, error } of file.context) {
    console.log(
      `${id} ${title}: ${
        Deno.args[1]
          ? JSON.stringify(data) ?? error
          : (JSON.stringify(data) ?? error ?? "").slice(0, 160)
      }`,
    );
  }
}
