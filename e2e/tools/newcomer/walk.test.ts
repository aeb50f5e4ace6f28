import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readCommands } from "./page.ts";
import { stepsOf, walks } from "./walk.ts";

const page = readFileSync(join(import.meta.dir, "../../../docs/install.md"), "utf8");
const headings = [...page.matchAll(/^## .*$/gm)].map(([heading]) => heading);

test("the newcomer's walk types every command of the install page, in its order, or says why not", () => {
  const typed = headings.map((heading) => [heading, (walks[heading] ?? []).map((step) => step.typed)]);
  expect(typed).toEqual(headings.map((heading) => [heading, readCommands(page, heading)]));
});

test("names that stand for others are replaced before a command is typed", () => {
  const commands = stepsOf("## A release", { VERSION: "1.2.3" }).map(({ command }) => command);
  expect(commands).toContain("tar -xzf attestamp-1.2.3-linux-x64.tar.gz");
  expect(commands).toContain("./attestamp admin create ann");
});
