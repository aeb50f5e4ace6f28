import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { SPDX } from "@cyclonedx/cyclonedx-library";
import type { Platform } from "../../../src/server/executable/platforms.ts";
import { type LockedPackage, readLockFile, refOf } from "./lock-file.ts";
import { systemOf } from "./platforms.ts";

const root = join(import.meta.dir, "../../..");

export type SbomSource = {
  version: string;
  commit: string;
  time: Date;
  platforms: Platform[];
  /** The folders in which packages are installed, to read their licenses. */
  installed: string[];
};

/**
 * The software bill of materials in CycloneDX 1.6: every package of bun.lock that the program contains, those for the
 * platforms of the release, and Bun. The same commit gives the same bytes.
 */
export function writeSbom({ version, commit, time, platforms, installed }: SbomSource): string {
  const read = (path: string) => readFileSync(join(root, path), "utf8");
  const { name, description, license } = JSON.parse(read("package.json"));
  // The style sheets of the pages come from a package that otherwise only builds them.
  const isWanted = (system: LockedPackage["system"]) => isFor(system, platforms);
  const product = readLockFile(read("bun.lock"), isWanted, ["tailwindcss"]);
  const runtimes = readLockFile(read("e2e/tools/release/runtimes/bun.lock"), isWanted);
  const packages = uniqueByRef([...product, ...runtimes]);
  const program = {
    type: "application",
    "bom-ref": `${name}@${version}`,
    name,
    version,
    description,
    licenses: licensesOf(license),
    purl: `pkg:generic/${name}@${version}?vcs_url=${encodeURIComponent(`git+commit:${commit}`)}`,
  };
  const needs = (ref: string, dependencies: LockedPackage[]) => ({
    ref,
    dependsOn: [...new Set(dependencies.map(refOf))].toSorted(),
  });
  const document = {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      timestamp: time.toISOString(),
      lifecycles: [{ phase: "build" }],
      component: program,
      properties: [{ name: "attestamp:commit", value: commit }],
    },
    components: packages.map((one) => component(one, installed)),
    dependencies: [
      needs(program["bom-ref"], packages),
      ...packages.map((one) => needs(refOf(one), one.dependencies)),
    ],
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** Whether the executable for one of the platforms contains a package for these systems. */
function isFor(system: LockedPackage["system"], platforms: Platform[]): boolean {
  const allows = (named: string | string[] | undefined, own: string | undefined) =>
    named === undefined || own === undefined || [named].flat().includes(own);
  return platforms.map(systemOf).some(({ os, cpu, libc }) => {
    return allows(system.os, os) && allows(system.cpu, cpu) && allows(system.libc, libc);
  });
}

/** One version of a package may be installed in several folders. */
function uniqueByRef(packages: LockedPackage[]): LockedPackage[] {
  return [...new Map(packages.map((one) => [refOf(one), one])).values()];
}

function component({ name, version, folder, integrity }: LockedPackage, installed: string[]) {
  const [algorithm, hash = ""] = integrity.split("-");
  if (algorithm !== "sha512") throw new Error(`bun.lock has no SHA-512 of ${name}.`);
  const manifest = installed
    .map((place) => join(place, folder, "package.json"))
    .find((path) => existsSync(path));
  const { license } = manifest === undefined ? {} : JSON.parse(readFileSync(manifest, "utf8"));
  const [scope, plain] = name.startsWith("@") ? name.split("/") : [undefined, name];
  return {
    type: "library",
    "bom-ref": refOf({ name, version }),
    ...(scope !== undefined && { group: scope }),
    name: plain,
    version,
    hashes: [{ alg: "SHA-512", content: Buffer.from(hash, "base64").toString("hex") }],
    ...(typeof license === "string" && { licenses: licensesOf(license) }),
    purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
  };
}

function licensesOf(license: string) {
  if (SPDX.isSupportedSpdxId(license)) return [{ license: { id: license } }];
  const isExpression = / (AND|OR|WITH) /.test(license);
  return isExpression ? [{ expression: license }] : [{ license: { name: license } }];
}
