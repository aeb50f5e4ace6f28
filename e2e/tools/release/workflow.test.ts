import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { YAML } from "bun";
import { releasePlatforms } from "./platforms.ts";

const root = join(import.meta.dir, "../../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const workflow = read(".github/workflows/release.yml");

test("the workflow runs actions by their commit, so that no one can replace them", () => {
  const actions = [...workflow.matchAll(/uses: (.*)$/gm)].map(([, action = ""]) => action);
  expect(actions.length).toBeGreaterThan(5);
  expect(actions.filter((action) => !/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([]);
});

test("the workflow uses the project's Bun, and tries the program on every platform", () => {
  const { engines } = JSON.parse(read("package.json"));
  expect(workflow).toContain(`bun@${engines.bun.replace(">=", "")}\n`);
  const tried = [...workflow.matchAll(/platform: ([a-z][\w-]*), runner/g)].map(([, name]) => name);
  expect(tried).toEqual(releasePlatforms.map(({ name }) => name));
});

test("the guide names every platform of a release", () => {
  const guide = read("docs/install.md");
  expect(releasePlatforms.filter(({ name }) => !guide.includes(`\`${name}\``))).toEqual([]);
});

test("the workflow tries the npm package, and publishes the archive that the release has", () => {
  expect(workflow).toContain("npm install --prefix installed --no-audit --no-fund ./attestamp-*-npm.tgz");
  expect(workflow).toMatch(/npm publish .* \.\/attestamp-\*-npm\.tgz$/m);
});

test("the workflow publishes the image with and without LibreOffice, as targets that the Dockerfile has", () => {
  const { jobs } = YAML.parse(workflow) as {
    jobs: Record<"image" | "image-index", { strategy: { matrix: { include: Record<string, string>[] } } }>;
  };
  const kinds = new Set(jobs.image.strategy.matrix.include.map(({ office }) => office));
  const indexed = jobs["image-index"].strategy.matrix.include;
  expect(indexed).toEqual([
    { office: "without", suffix: "" },
    { office: "with", suffix: "-office" },
  ]);
  expect([...kinds]).toEqual(indexed.map(({ office }) => office));
  const dockerfile = read("Dockerfile");
  for (const kind of kinds) expect(dockerfile).toContain(` AS ${kind}-office\n`);
  expect(dockerfile).toMatch(/^FROM \$\{OFFICE\}-office$/m);
});
