import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import denoJson from "../../deno.json" with { type: "json" };
import { isRegistryThere } from "./registry.ts";

const ROOT = new URL("../../", import.meta.url);
const DEMO = fileURLToPath(new URL("data/fixtures/demo", ROOT));

async function run(args: string[], options: Deno.CommandOptions = {}) {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), { args, ...options })
    .output();
  const text = new TextDecoder();
  return { code, out: text.decode(stdout), err: text.decode(stderr) };
}

/** Paths of the files that would be published. Deno checks them first, slow types included. */
async function published(): Promise<string[]> {
  const { code, err, out } = await run(["publish", "--dry-run", "--allow-dirty"], { cwd: ROOT });
  expect({ code, err: code === 0 ? "" : err }).toEqual({ code: 0, err: "" });
  return [...(out + err).matchAll(/^ +(file:\/\/\S+) \(/gm)]
    .map(([, url]) => decodeURIComponent(url!.slice(ROOT.href.length)));
}

/** The code as the registry serves it: with the packages of `deno.json` in its imports. */
function unfurled(code: string): string {
  return code.replace(
    /(\bfrom\s*|\bimport\(\s*|\bimport\s+|\bresolve\(\s*)"([^".][^":]*)"/g,
    (all, before, name) => {
      const [own] = Object.entries(denoJson.imports)
        .filter(([key]) => name === key || name.startsWith(`${key}/`));
      return own ? `${before}"${own[1]}${name.slice(own[0].length)}"` : all;
    },
  );
}

describe("what would be published", async () => {
  const files = await published();

  test("is the module, its source and three pages, and nothing else", () => {
    const beside = files.filter((file) => !file.startsWith("src/"));
    expect(beside.sort()).toEqual(["CHANGELOG.md", "LICENSE", "README.md", "deno.json", "mod.ts"]);
    expect(files.length).toBeGreaterThan(100);
  });

  test.runIf(await isRegistryThere())(
    "is imported by its address, into an empty folder with an empty cache",
    async () => {
      const folder = await Deno.makeTempDir();
      await using server = Deno.serve(
        { hostname: "127.0.0.1", port: 0, onListen: () => {} },
        async (request) => {
          const path = decodeURIComponent(new URL(request.url).pathname.slice(1));
          if (!files.includes(path)) return new Response(null, { status: 404 });
          const headers = { "content-type": path.endsWith("x") ? "text/tsx" : "text/typescript" };
          return new Response(unfurled(await readFile(new URL(path, ROOT), "utf8")), { headers });
        },
      );
      const module = `http://127.0.0.1:${server.addr.port}/mod.ts`;
      await Deno.writeTextFile(
        `${folder}/main.ts`,
        `
      import { openHousehold } from "${module}";
      const home = await openHousehold({ archive: ${JSON.stringify(DEMO)} });
      const { frame } = await home.days({ from: "2025-06-01", to: "2025-06-03" });
      console.log(frame.height);
      const refused = await openHousehold({ demo: true }).then(() => "opened", (error) => error);
      console.log(refused.code, refused.hint);
    `,
      );
      const { code, out, err } = await run(["run", "-A", "main.ts"], {
        cwd: folder,
        env: { DENO_DIR: `${folder}/cache`, NO_COLOR: "1" },
      });
      expect({ code, err: code === 0 ? "" : err }).toEqual({ code: 0, err: "" });
      // The demo's files cannot be published there: their names say 'metric=…'.
      expect(out).toMatch(/^3\nNO_DATA .*install Wattbook/);
      await Deno.remove(folder, { recursive: true });
    },
  );
});
