import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { checkSbom } from "./check-sbom.ts";
import { readLockFile } from "./lock-file.ts";
import { writeSbom } from "./sbom.ts";

const root = join(import.meta.dir, "../../..");
const source = {
  version: "1.1.0",
  commit: "0123456789ab",
  time: new Date("2027-03-01T12:00:00Z"),
  platforms: ["linux-x64" as const, "darwin-arm64" as const],
  installed: [root],
};

test("the SBOM follows the schema of CycloneDX 1.6, and a wrong one does not", () => {
  const sbom = writeSbom(source);
  checkSbom(sbom);
  const wrong = JSON.stringify({ ...JSON.parse(sbom), specVersion: "1.6", components: [{ name: "hono" }] });
  expect(() => checkSbom(wrong)).toThrow("/components/0 must have required property 'type'");
  const unknown = sbom.replace('"id": "AGPL-3.0-only"', '"id": "AGPL-9"');
  expect(() => checkSbom(unknown)).toThrow("must be equal to one of the allowed values");
});

test("the SBOM lists every package of the product with the hash of the lock file, and none that only tests it", () => {
  const { components } = JSON.parse(writeSbom(source));
  const named = (name: string) =>
    components.filter((one: { purl: string }) => one.purl.includes(`/${name}@`));
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  for (const [key, version] of Object.entries<string>(dependencies)) {
    const [name] = version.startsWith("npm:") ? version.slice("npm:".length).split(/(?<=.)@/) : [key];
    expect([key, named((name ?? key).replace("@", "%40")).length]).toEqual([key, 1]);
  }
  for (const name of ["typescript", "knip", "ajv"]) {
    expect(devDependencies).toHaveProperty(name);
    expect(named(name)).toEqual([]);
  }
  const [hono] = named("hono");
  expect(hono).toMatchObject({ name: "hono", licenses: [{ license: { id: "MIT" } }] });
  expect(hono.hashes[0].content).toMatch(/^[0-9a-f]{128}$/);
  expect(named("tailwindcss")).toHaveLength(1);
});

test("the SBOM lists the native libraries and the runtime of the release's platforms, and no others", () => {
  const { components } = JSON.parse(writeSbom(source));
  const names = components
    .map(({ group, name }: { group?: string; name: string }) => `${group}/${name}`)
    .filter((name: string) => /@oven|@img\/sharp/.test(name));
  expect(names.toSorted()).toEqual([
    "@img/sharp-darwin-arm64",
    "@img/sharp-libvips-darwin-arm64",
    "@img/sharp-libvips-linux-x64",
    "@img/sharp-linux-x64",
    "@oven/bun-darwin-aarch64",
    "@oven/bun-linux-x64",
  ]);
});

test("a package in the folder of another one is found there, one with another name in its own, and none of another system", () => {
  const lock = `{
    "workspaces": { "": { "dependencies": { "a": "1", "pdf": "npm:@x/pdf@2.0.0" } } },
    "packages": {
      "a": ["a@1.0.0", "", { "dependencies": { "b": "^2.0.0" } }, "sha512-QQ=="],
      "a/b": ["b@2.0.0", "", {}, "sha512-Qg=="],
      "b": ["b@1.0.0", "", {}, "sha512-Qw=="],
      "pdf": ["@x/pdf@2.0.0", "", { "optionalDependencies": { "c": "1" } }, "sha512-RA=="],
      "c": ["c@1.0.0", "", { "os": "darwin" }, "sha512-RQ=="],
    },
  }`;
  const found = readLockFile(lock, ({ os }) => os === undefined).map(
    ({ name, version, folder }) => `${name} ${version} ${folder}`,
  );
  expect(found).toEqual([
    "@x/pdf 2.0.0 node_modules/pdf",
    "a 1.0.0 node_modules/a",
    "b 2.0.0 node_modules/a/node_modules/b",
  ]);
});
