import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { AppError } from "../../errors.ts";
import { type Crl, readCrl } from "../../evidence/x509/crl.ts";
import { decodePem } from "../../evidence/x509/pem.ts";
import { prepareRestored, type RestoredState } from "../../features/backup/prepare-restored.service.ts";
import { restoreBackup } from "../../features/backup/restore-backup.service.ts";
import type { Config } from "../../features/config.ts";
import { wellFormed } from "../../formats/der/malformed.ts";
import { readConfig } from "../read-config.ts";
import { applySite, readConfiguredSite } from "../read-server-config.ts";
import { takeOverAsServer } from "./drop-root.ts";
import { describeLogEnd } from "./log.ts";

/**
 * Restores a backup into the empty folder DATA_DIR. `isLatest`: the server did nothing after the backup. Throws
 * AppError with a message for the operator.
 */
export async function restore(path: string, isLatest: boolean, crlPath?: string): Promise<void> {
  const published = crlPath === undefined ? [] : readLists(resolve(crlPath));
  const config = readConfig();
  if (config.databaseUrl !== undefined) {
    throw new AppError(
      "conflict",
      "restore-into-postgres",
      "A backup is restored into a data folder. Unset DATABASE_URL, or restore PostgreSQL (docs/scaling.md).",
    );
  }
  let restored: RestoredState | undefined;
  const finish = async () => {
    if (!isLatest) restored = await prepareRestored(withRestoredSite(config), Date.now, published);
  };
  const { files, missing, madeAt } = await restoreBackup({
    path: resolve(path),
    dataDir: config.dataDir,
    takeOver() {
      const rights = takeOverAsServer(config);
      return rights && { asReader: rights.asRoot, giveUpReading: rights.giveUpRoot };
    },
    finish,
  });
  console.log(
    `${config.dataDir} was restored to its state at ${madeAt}: ${files.length} files, all matching the manifest.`,
  );
  for (const key of missing) console.log(`${key} was already missing when the backup was made.`);
  for (const end of restored?.ends ?? []) console.log(describeLogEnd(end));
  if (restored?.hasNewKeys) console.log(describeNewKeys(madeAt, published.length > 0));
}

/** New keys have the server name from the restored folder; errors in that folder are reported at the next start. */
function withRestoredSite(config: Config): Config {
  const { site, issues } = readConfiguredSite(config);
  return issues.length === 0 ? applySite(config, site) : config;
}

/** A message about key changes since the backup, which are unknown here. */
function describeNewKeys(madeAt: string, hasList: boolean): string {
  return [
    "The tsa and seal keys are new; what the earlier keys signed is still valid.",
    hasList
      ? "Everything on the list given with --crl stays revoked."
      : "Without --crl, anything that was revoked since then is no longer revoked. If you have a newer list, such as a copy of /evidence/ca.crl, restore again with it.",
    `What was done with "keys rotate" and "keys revoke" after ${madeAt} is lost. Please do it again:`,
    ...(hasList
      ? []
      : [
          "  tsa or seal --stolen: keys revoke SERIAL-NUMBER, with the serial number of the stolen key (see keys list)",
        ]),
    "  root: keys rotate root, with --stolen if it was stolen",
    "  attestation, post-quantum, witness: keys rotate attestation, and so on",
    "Statements that were signed with a lost attestation key can no longer be checked; the verifier says “can't tell”, not that they are forged.",
  ].join("\n");
}

/** The lists in a file, DER or PEM. */
function readLists(path: string): Crl[] {
  const bytes = readFile(path);
  const pems = decodePem("X509 CRL", bytes.toString("latin1"));
  const lists = (pems.length > 0 ? pems : [Uint8Array.from(bytes)]).map((der) =>
    wellFormed(() => readCrl(der)),
  );
  const found = lists.filter((list) => list !== undefined);
  if (found.length === lists.length) return found;
  throw new AppError(
    "invalid",
    "not-a-revocation-list",
    "{path} is not a revocation list. Nothing was changed.",
    { params: { path } },
  );
}

function readFile(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AppError(
      "not_found",
      "revocation-list-unreadable",
      "{path} cannot be read: {reason}. Nothing was changed.",
      { params: { path, reason }, cause },
    );
  }
}
