import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { isRegistryThere } from "./registry.ts";

const ROOT = new URL("../../", import.meta.url);
const DEMO = fileURLToPath(new URL("data/fixtures/demo", ROOT));

async function run(args: string[], options: Deno.CommandOptions = {}) {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), { args, ...options })
    .output();
  const text = new TextDecoder();
  return { code, out: text.decode(stdout), err: text.decode(stderr) };
}

/**
 * What the registry would get, in a folder: a registry on loopback takes the upload. Deno checks the
 * files first, slow types included, and rewrites their imports.
 */
async function publishedTo(folder: string): Promise<string[]> {
  const archive = `${folder}/published.tar.gz`;
  await using registry = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      if (request.method === "POST") await writeFile(archive, await request.bytes());
      else if (request.url.includes("/versions/")) {
        return Response.json({ code: "notFound", message: "" }, { status: 404 });
      }
      return Response.json({ id: "1", status: "success" });
    },
  );
  const { code, err } = await run(
    ["publish", "--allow-dirty", "--no-provenance", "--token=none"],
    { cwd: ROOT, env: { JSR_URL: `http://127.0.0.1:${registry.addr.port}/` } },
  );
  expect({ code, err: code === 0 ? "" : err }).toEqual({ code: 0, err: "" });
  const unpack = new Deno.Command("tar", { args: ["-xzf", archive], cwd: folder });
  expect((await unpack.output()).success).toBe(true);
  await rm(archive);
  return (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
}

describe("what would be published", async () => {
  const source = await Deno.makeTempDir();
  afterAll(() => rm(source, { recursive: true }));
  const files = await publishedTo(source);

  test("is the module, its source, three pages and the example tariffs, and nothing else", async () => {
    const beside = files.filter((file) => !file.startsWith("src/"));
    const tariffs = (await readdir("data/tariffs")).map((name) => `data/tariffs/${name}`);
    expect(tariffs.length).toBeGreaterThan(3);
    expect(beside.sort()).toEqual(
      ["CHANGELOG.md", "LICENSE", "README.md", ...tariffs, "deno.json", "mod.ts"].sort(),
    );
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
          return new Response(await readFile(join(source, path)), { headers });
        },
      );
      const module = `http://127.0.0.1:${server.addr.port}/mod.ts`;
      await Deno.writeTextFile(
        `${folder}/main.ts`,
        `
      import { openHousehold } from "${module}";
      const home = await openHousehold({ archive: ${JSON.stringify(DEMO)} });
      const days = await home.days({ from: "2025-06-01", to: "2025-06-03" });
      console.log(days.frame.height);
      const picture = await days.plot();
      const shown = await picture[Symbol.for("Jupyter.display")]();
      console.log(shown["image/png"].slice(0, 11));
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
      expect(out).toMatch(/^3\niVBORw0KGgo\nNO_DATA .*install Wattbook/);
      await Deno.remove(folder, { recursive: true });
    },
  );
});
