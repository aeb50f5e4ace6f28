import { z } from "zod";

const names = z.record(z.string(), z.string()).default({});
const someNames = z.union([z.string(), z.array(z.string())]).optional();
const packageInfo = z.object({
  dependencies: names,
  optionalDependencies: names,
  os: someNames,
  cpu: someNames,
  libc: someNames,
});
const lockFile = z.object({
  workspaces: z.object({ "": z.object({ dependencies: names, optionalDependencies: names }) }),
  packages: z.record(z.string(), z.tuple([z.string(), z.string(), packageInfo, z.string()])),
});

/** A package as bun.lock names it. */
export type LockedPackage = {
  name: string;
  version: string;
  /** The folder from which it is imported, below the project's own. */
  folder: string;
  /** Such as `sha512-…` with the hash of its archive in base64. */
  integrity: string;
  /** The systems it is for; of an unnamed kind, for all of them. */
  system: { os?: string | string[]; cpu?: string | string[]; libc?: string | string[] };
  dependencies: LockedPackage[];
};

/**
 * The packages of a bun.lock that the project uses when it runs, and those named in `also`, with all that they need on
 * the systems that `isWanted` names. Peers count only if the project depends on them itself.
 */
export function readLockFile(
  text: string,
  isWanted: (system: LockedPackage["system"]) => boolean,
  also: string[] = [],
): LockedPackage[] {
  const { workspaces, packages } = lockFile.parse(Bun.JSONC.parse(text));
  const found = new Map<string, LockedPackage>();
  const project = workspaces[""];
  for (const name of [...namesIn(project), ...also]) add(name);
  return [...found.values()].toSorted((a, b) => (refOf(a) < refOf(b) ? -1 : 1));

  function add(key: string): LockedPackage[] {
    const known = found.get(key);
    if (known) return [known];
    const entry = packages[key];
    if (entry === undefined) throw new Error(`bun.lock has no package ${key}.`);
    const [id, , { os, cpu, libc, ...info }, integrity] = entry;
    if (!isWanted({ os, cpu, libc })) return [];
    const at = id.lastIndexOf("@");
    const path = partsOf(key).map((name) => `node_modules/${name}`);
    const added: LockedPackage = {
      name: id.slice(0, at),
      version: id.slice(at + 1),
      folder: path.join("/"),
      integrity,
      system: { os, cpu, libc },
      dependencies: [],
    };
    found.set(key, added);
    for (const name of namesIn(info)) {
      const resolved = resolveKey(key, name);
      if (resolved !== undefined) added.dependencies.push(...add(resolved));
    }
    return [added];
  }

  /** A package finds another in its own folder, in those above it, and at last in the project's. */
  function resolveKey(from: string, name: string): string | undefined {
    const parts = partsOf(from);
    for (let depth = parts.length; depth >= 0; depth -= 1) {
      const key = [...parts.slice(0, depth), name].join("/");
      if (key in packages) return key;
    }
    return undefined;
  }
}

type Needs = { dependencies: Record<string, string>; optionalDependencies: Record<string, string> };

const namesIn = ({ dependencies, optionalDependencies }: Needs) => [
  ...new Set([...Object.keys(dependencies), ...Object.keys(optionalDependencies)]),
];

/** The names in the key of a package that lies in the folder of another one. */
const partsOf = (key: string) => [...key.matchAll(/(?:@[^/]+\/)?[^/]+/g)].map(([name]) => name);

/** The name of a package among all packages of a lock file. */
export const refOf = ({ name, version }: { name: string; version: string }) => `${name}@${version}`;
