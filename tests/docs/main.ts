/**
 * `deno task docs`: renders the pages and the schema that come from the code.
 *
 * @module
 */

import { generatedDocs } from "./generated_docs.ts";

for (const [path, text] of Object.entries(generatedDocs())) await Deno.writeTextFile(path, text);
