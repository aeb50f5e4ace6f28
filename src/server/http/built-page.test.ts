import { expect, test } from "bun:test";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeTestFolder } from "../../testing/test-server.ts";
import { builtFiles } from "./built-files.ts";
import { readBuiltPage } from "./built-page.ts";

test("a server that runs from source keeps its page when the page is built again", () => {
  const folder = makeTestFolder();
  for (const name of ["main.js", "main.js.br"]) writeFileSync(join(folder, name), name);
  const page = readBuiltPage(builtFiles(folder));
  rmSync(folder, { recursive: true });
  const file = page.get("/main.js");
  expect([page.size, file?.read().toString(), file?.encoded.br?.().toString()]).toEqual([
    1,
    "main.js",
    "main.js.br",
  ]);
});

test("the executable reads only the files of its page that are requested", () => {
  const page = readBuiltPage(new Map([["/never-requested.js", "/no/such/file"]]), true);
  expect([...page.keys()]).toEqual(["/never-requested.js"]);
});
