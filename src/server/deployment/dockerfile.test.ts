import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dir, "../../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

test("the image has every package that a start on Debian installs for Word documents", () => {
  const wanted = [
    ...read("src/platform/office/install-libreoffice.ts").matchAll(
      /"([a-z0-9]+(?:-[a-z0-9]+)+|bubblewrap)"/g,
    ),
  ]
    .map(([, name = ""]) => name)
    .filter((name) => !name.startsWith("apt-"));
  expect(wanted).toContain("fonts-noto-cjk");
  const image = read("Dockerfile").split(/\s+/);
  expect(wanted.filter((name) => !image.includes(name))).toEqual([]);
});

test("the image is built with the Bun version of the project", () => {
  const asked = /"bun": ">=([\d.]+)"/.exec(read("package.json"))?.[1];
  expect(read("Dockerfile")).toContain(`FROM oven/bun:${asked} AS build`);
});

test("the image is labeled with the version and the license of the program", () => {
  const { version, license } = JSON.parse(read("package.json"));
  expect(read("Dockerfile")).toContain(`org.opencontainers.image.version="${version}"`);
  expect(read("Dockerfile")).toContain(`org.opencontainers.image.licenses="${license}"`);
});

test("the version of the program is the newest release of the changelog or is being prepared for the next one, and CI uses the same Bun as the image", () => {
  const { version, engines } = JSON.parse(read("package.json"));
  const [, newest = ""] = /^## (\d+\.\d+\.\d+)/m.exec(read("CHANGELOG.md")) ?? [];
  if (version.endsWith("-dev")) {
    expect(read("CHANGELOG.md")).toContain("\n## Unreleased\n");
    expect(Bun.semver.order(version, newest)).toBe(1);
  } else {
    expect(version).toBe(newest);
  }
  expect(read(".github/workflows/check.yml")).toContain(`bun@${engines.bun.replace(">=", "")} run check`);
});

test("the files that compose mounts into its services exist", () => {
  const mounted = [...read("compose.yaml").matchAll(/- (\.\/[^:\s]+):/g)].map(([, path = ""]) => path);
  expect(mounted).not.toEqual([]);
  expect(mounted.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
