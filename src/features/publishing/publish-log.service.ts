import { parseCheckpoint } from "../../evidence/tlog/checkpoint.ts";
import { parseNote } from "../../evidence/tlog/signed-note.ts";
import { tilePath, tilesOf } from "../../evidence/tlog/tiles.ts";
import { readVerifierKey } from "../../issuing/log/log.service.ts";
import { brokenLog, logPath, retiredPath } from "../../issuing/log/log.ts";
import {
  listRetiredLogs,
  readRetiredFile,
  readRetiredTile,
  readTileAt,
  readVerifierKeys,
} from "../../issuing/log/published-log.service.ts";
import { readWitnessKey } from "../../issuing/witnesses/cosign-other-logs.service.ts";
import {
  listWitnesses,
  readBlocks,
  readCosignedCheckpoint,
  readCosignerKeys,
  readWitnessFile,
} from "../../issuing/witnesses/published-witnesses.service.ts";
import { witnessesPath } from "../../issuing/witnesses/witnesses.ts";
import type { Deps } from "../deps.ts";
import type { SiteFile } from "./adopted-files.ts";
import type { SiteFolder } from "./site-folder.ts";
import { below, keyPaths, witnessKeyPath } from "./site-paths.ts";
import { asIndex } from "./site-texts.ts";

export type LogDeps = Pick<Deps, "config" | "db" | "logKey" | "witnessKey">;

/**
 * Writes the log with its current head as the server serves it, and what its witnesses said about the newest
 * checkpoints. The tiles come before the checkpoint that needs them. Resolves with the number of entries.
 */
export async function publishLog(deps: LogDeps, site: SiteFolder): Promise<number> {
  const checkpoint = await readCosignedCheckpoint(deps);
  const head = parseCheckpoint(parseNote(checkpoint)?.text ?? "");
  if (!head) throw brokenLog("its signed checkpoint cannot be read.");
  for (const tile of tilesOf(head.size))
    await site.write(below(logPath, `tile/${tilePath(tile)}`), await readTileAt(deps, tilePath(tile)));
  await site.write(below(logPath, "vkey"), `${await readVerifierKey(deps)}\n`);
  await publishRetired(deps, site);
  await publishWitnesses(deps, site);
  await site.write(below(logPath, "checkpoint"), checkpoint);
  return head.size;
}

/** The keys of the log, of the log's witnesses, and of this server as a witness. */
export async function readNoteKeyFiles(deps: LogDeps): Promise<SiteFile[]> {
  const texts = {
    [keyPaths.vkeys]: await readVerifierKeys(deps),
    [keyPaths.witnesses]: await readCosignerKeys(deps),
    [witnessKeyPath]: `${await readWitnessKey(deps)}\n`,
  };
  return Object.entries(texts).map(([path, text]) => ({ path, content: Buffer.from(text) }));
}

async function publishRetired(deps: LogDeps, site: SiteFolder): Promise<void> {
  const list = await listRetiredLogs(deps);
  await site.write(below(retiredPath, "index.html"), asIndex(list));
  for (const [at, { size }] of list.ended.entries()) {
    const number = String(at + 1);
    const folder = `${retiredPath}/${number}`;
    for (const file of ["end", "checkpoint", "newest-checkpoint", "vkey"])
      await site.write(below(folder, file), await readRetiredFile(deps, number, file));
    for (const tile of tilesOf(size)) {
      const path = tilePath(tile);
      await site.write(below(folder, `tile/${path}`), await readRetiredTile(deps, number, path));
    }
  }
}

async function publishWitnesses(deps: LogDeps, site: SiteFolder): Promise<void> {
  const list = await listWitnesses(deps);
  await site.writeAll([
    { path: below(witnessesPath, "index.html"), content: asIndex(list) },
    { path: below(witnessesPath, "blocks"), content: await readBlocks(deps) },
  ]);
  for (const { size, checkpoint, cosigned, timeStamps, openTimestamps } of list.checkpoints) {
    const { proof, headers } = openTimestamps;
    const tokens = timeStamps.map(({ token }) => token);
    for (const path of [checkpoint, cosigned, proof, headers, ...tokens]) {
      const name = path?.slice(`${witnessesPath}/${size}/`.length);
      if (path && name) await site.write(path.slice(1), await readWitnessFile(deps, String(size), name));
    }
  }
}
