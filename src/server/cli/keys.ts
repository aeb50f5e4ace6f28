import { closeDatabase } from "../../../db/client.ts";
import { openDatabaseForCommand } from "../../../db/open.ts";
import { AppError } from "../../errors.ts";
import type { Certificate } from "../../evidence/x509/certificate.ts";
import { backUpNow } from "../../features/backup/back-up-now.service.ts";
import type { Config } from "../../features/config.ts";
import { readLogKeys } from "../../issuing/log/log-keys.service.ts";
import { openDatabaseClock } from "../../platform/cluster/database-clock.ts";
import { strayKeyFiles } from "../../platform/keys/key-names.ts";
import { readCounterKey } from "../../platform/keys/keyed-hash.ts";
import { readSigningKey, retiredSigningKeys, rotateSigningKey } from "../../platform/keys/keys.ts";
import { type AuthorityIdentity, authorityIdentity } from "../../platform/keys/make-pki-key.ts";
import { PkiFiles } from "../../platform/keys/pki-files.ts";
import {
  readPostQuantumKey,
  retiredPostQuantumKeys,
  rotatePostQuantumKey,
} from "../../platform/keys/post-quantum-keys.ts";
import { revokeRetired, rotatePkiKey, rotateRoot } from "../../platform/keys/rotate-pki-keys.ts";
import { withSharedKeys } from "../../platform/keys/shared-keys.ts";
import { createLogger } from "../../platform/logger.ts";
import { readServerConfig } from "../read-server-config.ts";
import { becomeOwner } from "./drop-root.ts";

/**
 * The keys of a data folder, one line for each: purpose, name, and end of validity; retired keys follow those in use.
 * Contains no secrets. Throws AppError if a key is damaged.
 */
function describeKeys(dataDir: string): string[] {
  const files = new PkiFiles(dataDir);
  const retired = files.retired();
  const certified = (["root", "tsa", "seal"] as const).flatMap((role) => [
    line(role, describeCertificate(files.read(role)?.parsed)),
    ...retired
      .filter((one) => one.role === role)
      .map(({ certificate }) => line("", `${replaced}: ${describeCertificate(certificate)}`)),
  ]);
  const stolen = files.stolenRoots().map((one) => line("", `stolen: ${describeCertificate(one)}`));
  const signing = (["attestation", "witness"] as const).flatMap((role) => [
    line(role, readSigningKey(dataDir, role)?.kid ?? none),
    ...retiredSigningKeys(dataDir, role).map(({ kid, jwk }) =>
      line("", `${jwk.revoked ? "stolen" : replaced}: ${kid}`),
    ),
  ]);
  const second = [
    line("post-quantum", readPostQuantumKey(dataDir)?.kid ?? none),
    ...retiredPostQuantumKeys(dataDir).map(({ kid, jwk }) =>
      line("", `${jwk.revoked ? "stolen" : replaced}: ${kid}`),
    ),
  ];
  const log = line("log", readLogKeys(dataDir)[0]?.key.kid ?? none);
  const counters = line(
    "counters",
    readCounterKey(dataDir) ? "in use; it signs nothing and is never rotated" : none,
  );
  const strays = strayKeyFiles(dataDir).map((path) => line("not used", path));
  return [...signing, ...second, log, counters, ...certified, ...stolen, ...strays];
}

const replaced = "replaced";
const none = "none yet";

const line = (what: string, text: string) => `${what.padEnd(12)} ${text}`;

function describeCertificate(certificate: Certificate | undefined): string {
  if (!certificate) return none;
  const { subject, serialNumber, notAfter } = certificate;
  return `${subject.text}, until ${notAfter.toISOString().slice(0, 10)}, serial number ${serialNumber.toString(16)}`;
}

/** Prints the keys, even if a damaged one keeps the server from starting. */
export async function listKeys(): Promise<void> {
  const config = openKeys();
  console.log(await withKeys(config, () => describeKeys(config.dataDir).join("\n")));
}

/**
 * Publishes the changes that `work` makes in DATA_DIR/keys to the servers that share these keys. Its time is that of
 * the database, by which these servers check what the keys are dated.
 */
async function withKeys(config: Config, work: (now: Date) => string): Promise<string> {
  if (config.keysSecret === undefined) return work(new Date());
  const db = await openDatabaseForCommand(config);
  try {
    const now = (await openDatabaseClock(db))?.now ?? Date.now;
    const node = { id: crypto.randomUUID(), isAlone: false };
    const log = createLogger(config.logLevel);
    return await withSharedKeys({ config, db, now, node, log }, () => work(new Date(now())));
  } finally {
    await closeDatabase(db);
  }
}

/** Excludes the key of the public log: with another key it would be another log. */
export type RotatableKey = "attestation" | "post-quantum" | "tsa" | "seal" | "root" | "witness";

/**
 * Replaces the current key. If it was stolen, `since` is when, by default now. Throws AppError with a message for the
 * operator.
 */
export async function rotateKey(role: RotatableKey, isStolen: boolean, since?: Date): Promise<void> {
  const config = openKeys();
  const change = (now: Date) => rotate(config.dataDir, authorityIdentity(config), role, isStolen, since, now);
  console.log(await withKeys(config, change));
  console.log(await backUp(config));
}

/**
 * Revokes a key that was replaced and turned out to be stolen, `since` when, by default now. Throws AppError with a
 * message for the operator.
 */
export async function revokeKey(serialNumber: bigint, since?: Date): Promise<void> {
  const config = openKeys();
  const change = (now: Date) =>
    revoked(revokeRetired(config.dataDir, serialNumber, now, pastTime(since, now)));
  const said = await withKeys(config, change);
  console.log(`${said} Please restart the server: until then, it publishes the previous list.`);
  console.log(await backUp(config));
}

function openKeys(): Config {
  const config = readServerConfig();
  becomeOwner(config.dataDir);
  return config;
}

/** Throws AppError for a time that has not come. */
function pastTime(time: Date | undefined, now: Date): Date {
  if (time === undefined || time <= now) return time ?? now;
  throw new AppError("invalid", "theft-in-future", "{time} is in the future: give the time of the theft.", {
    params: { time: time.toISOString() },
  });
}

/** No backup contains the new keys yet: restoring an old one would bring back the old keys. */
async function backUp({ dataDir, backups, databaseUrl }: Config): Promise<string> {
  if (databaseUrl !== undefined) return backUpDatabase;
  if (!backups) return makeOne;
  try {
    return `A backup with the current keys was made: ${await backUpNow(dataDir, backups, Date.now)}. Earlier backups would bring back the old keys.`;
  } catch (error) {
    return `${makeOne} The backup to BACKUP_DIR failed: ${error instanceof Error ? error.message : error}`;
  }
}

/** Returns a message for the operator. */
function rotate(
  dataDir: string,
  identity: AuthorityIdentity,
  role: RotatableKey,
  isStolen: boolean,
  since: Date | undefined,
  now: Date,
): string {
  const why = isStolen ? "stolen" : "replaced";
  switch (role) {
    case "tsa":
    case "seal":
      rotatePkiKey(dataDir, role, identity, now, why, pastTime(since, now));
      return `${made(role)}${isStolen ? ` ${revoked(role)}` : ""}`;
    case "root":
      if (since)
        throw new AppError(
          "invalid",
          "theft-time-of-root",
          "--since is only for tsa, seal and attestation: whoever has a root can date its revocation lists, so no time of the theft can be relied on.",
        );
      rotateRoot(dataDir, identity, now, why);
      return `${made("root")} ${isStolen ? distrusted : newRoot}`;
    case "attestation":
      rotateSigningKey(dataDir, role, now.getTime(), isStolen ? pastTime(since, now) : undefined);
      return `${made(role)} ${isStolen ? onlyLogged : stillPublished}`;
    case "post-quantum":
      rotatePostQuantumKey(dataDir, now.getTime(), isStolen ? pastTime(since, now) : undefined);
      return `${made(role)} ${isStolen ? notCounted : secondStillPublished}`;
    case "witness":
      if (isStolen)
        throw new AppError(
          "invalid",
          "witness-key-not-revocable",
          "A witness's key cannot be revoked. Run keys rotate witness, and tell the logs that we cosign to stop trusting the old one.",
        );
      rotateSigningKey(dataDir, role, now.getTime());
      return `${made(role)} ${newWitness}`;
  }
}

const backUpDatabase =
  "Please back up the database now: earlier backups contain the old keys but not the new ones.";
const makeOne =
  "Please make a backup now (backup PATH): earlier ones contain the old keys but not the new ones.";
const made = (role: string) =>
  `There is a new ${role} key. Please restart the server: until then, it keeps using the old one.`;
const revoked = (role: "tsa" | "seal") =>
  role === "seal"
    ? "The old certificate is revoked. Seals that a timestamp shows to be older than the theft stay valid; no others do."
    : "The old certificate is revoked. A timestamp of the old key now counts only where something else shows that it is older than the theft: an external timestamp, or an entry in the public log that a witness has seen.";
const newRoot =
  "The keys under it, tsa and seal, are new as well. The earlier root stays in /evidence/ca.pem for everything that was signed under it. Anyone who has a copy of that file should download it again.";
const distrusted =
  "The keys under it, tsa and seal, are new as well. No seal or timestamp under the old root is trusted anymore, no matter how old it is. External timestamps, the public log and signed attestations are still valid. Anyone who has a copy of /evidence/ca.pem must replace it with the new one.";
const stillPublished =
  "The old public key stays published. Earlier attestations can still be verified with their receipts from the public log, which record pages and evidence packs contain.";
const secondStillPublished =
  "The old public key stays published, so the second signatures in earlier packs can still be verified.";
const notCounted =
  "Second signatures by the old key no longer count; the first signatures and all other proofs still do. Packs that are downloaded after the restart have second signatures by the new key.";
const onlyLogged =
  "The old public key stays published as revoked. What it signed counts only with a receipt from the public log, which record pages and evidence packs contain; a thief cannot get one. Evidence packs that were downloaded earlier must be downloaded again. If someone may have the whole keys folder, also run log end, and rotate tsa, seal and root.";
const newWitness =
  "Give the new key at /evidence/witness/vkey to the logs that we cosign: they know only the old one.";
