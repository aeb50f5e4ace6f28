import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Product, startProduct } from "../../support/product.ts";
import { checkBelongings, openPages, run } from "./belongings.ts";
import { actAsPeople, stampSamples } from "./people.ts";
import type { Version } from "./versions.ts";

const here = join(import.meta.dir, "../../..");

export type Place = {
  /** A folder of its own for the data folders, logs and downloads. */
  folder: string;
  port: number;
  /** Of the database and the bucket; empty for SQLite. */
  settings: Record<string, string>;
};

/**
 * Lets people use the old version in `program`, starts this version on what it left, and checks everything that they
 * had. Then stamps more, and goes back: the old version must refuse what this version has used and, with SQLite,
 * continue from a backup of its own. Throws an error if anything is not as promised. `say` gets a line for each step.
 */
export async function tryUpgrade(
  version: Version,
  program: string,
  place: Place,
  say: (step: string) => void,
): Promise<void> {
  const { folder, settings } = place;
  const isSqlite = settings.DATABASE_URL === undefined;
  const [data, backup, scratch] = [join(folder, "data"), join(folder, "backup"), join(folder, "downloads")];
  mkdirSync(scratch, { recursive: true });
  let server = await start(program, data, place);
  try {
    const had = await actAsPeople(server.origin, version);
    await server.end();
    if (isSqlite) await run(["backup", backup], { DATA_DIR: data, ...settings }, program);
    say(`${had.attested.length} attestations were made`);

    server = await start(here, data, place);
    const client = await checkBelongings(server.origin, had, scratch);
    const own = { ...settingsAt(place), DATA_DIR: data };
    await run(["admin", "promote", had.username], own);
    await openPages(await checkBelongings(server.origin, had, scratch));
    say("this version has all of them, and verifies them; every page has its data");
    await stampSamples(client);
    await run(["doctor"], own);
    await run(["verify-log", server.origin]);
    await server.end();
    say("it stamps more, and the log continues");

    await refuseToStart(program, data, place);
    say("the old version refuses what this version has used");
    if (!isSqlite) return;
    const restored = join(folder, "restored");
    mkdirSync(restored);
    await run(["restore", backup], { DATA_DIR: restored, ...settings }, program);
    server = await start(program, restored, place);
    await checkBelongings(server.origin, had, scratch);
    say("with the backup, the old version has everything from before the upgrade");
  } finally {
    await server.end();
  }
}

/**
 * Writes what people left at a version to an archive: the data folder as `data`, with its keys, which sign for no one,
 * and what they had as `belongings.json`.
 */
export async function keepDataFolder(version: Version, program: string, place: Place, archive: string) {
  const { folder } = place;
  const server = await start(program, join(folder, "data"), place);
  const had = await actAsPeople(server.origin, version);
  await server.end();
  await Bun.write(join(folder, "belongings.json"), JSON.stringify(had, null, 2));
  const without = ["attestamp.lock*", "cache", "tmp"].map((name) => `--exclude=data/${name}`);
  const owner = ["--owner=0", "--group=0", "--numeric-owner"];
  await Bun.$`tar -czf ${archive} -C ${folder} ${owner} ${without} data belongings.json`;
}

function start(program: string, dataDir: string, place: Place): Promise<Product> {
  mkdirSync(dataDir, { recursive: true });
  return startProduct(settingsAt(place), {
    command: [process.execPath, join(program, "src/main.ts"), "serve"],
    dataDir,
    dataDirInside: dataDir,
    logPath: join(place.folder, "server.log"),
  });
}

function settingsAt({ port, settings }: Place): Record<string, string> {
  return {
    PORT: String(port),
    ORIGIN: `http://localhost:${port}`,
    CONVERTER: "off",
    ANCHORS: "off",
    TRIAL_DOCUMENTS: "unlimited",
    ...settings,
  };
}

async function refuseToStart(program: string, dataDir: string, place: Place): Promise<void> {
  const server = await start(program, dataDir, place).catch(() => undefined);
  if (server === undefined) return;
  await server.end();
  throw new Error("The old version started on the data of this version.");
}
