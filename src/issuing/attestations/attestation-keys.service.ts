import type { Database } from "../../../db/client.ts";
import type { VerifyingKey } from "../../evidence/signing-key.ts";
import {
  loadSigningKeys,
  retiredSigningKeys,
  type SigningKeys,
  storeRetiredKey,
  toNumericDate,
} from "../../platform/keys/keys.ts";
import { PkiFiles } from "../../platform/keys/pki-files.ts";
import { loadPostQuantumKeys } from "../../platform/keys/post-quantum-keys.ts";
import { withSharedKeys } from "../../platform/keys/shared-keys.ts";
import type { IssuingDeps } from "../deps.ts";
import { readHead } from "../log/log.service.ts";
import { findFirstIssue, hasCertificates } from "./attestations.repo.ts";

/**
 * The attestation keys, each with the time when it was made. Earlier versions did not record that time: the bound of
 * such a key is the first root or the first certificate, whichever is older, since no statement is older than both.
 */
export async function openAttestationKeys({
  config: { dataDir },
  db,
  now,
}: Pick<IssuingDeps, "config" | "db" | "now">): Promise<SigningKeys> {
  const { current, all } = loadSigningKeys(dataDir, await hasCertificates(db), now());
  const postQuantum = loadPostQuantumKeys(dataDir, now());
  if (all.every(({ jwk }) => jwk.iat !== undefined)) return { current, all, postQuantum };
  const iat = await findBound(dataDir, db);
  const dated = ({ kid, jwk }: VerifyingKey) => ({ kid, jwk: { ...(iat !== undefined && { iat }), ...jwk } });
  return { current, all: all.map(dated), postQuantum };
}

async function findBound(dataDir: string, db: Database): Promise<number | undefined> {
  const files = new PkiFiles(dataDir);
  const root = files.read("root")?.parsed;
  const first = await findFirstIssue(db);
  const times = [...(root ? [root] : []), ...files.earlierRoots()].map(({ notBefore }) =>
    notBefore.getTime(),
  );
  const known = [...times, ...(first ? [first.getTime()] : [])];
  return known.length > 0 ? toNumericDate(Math.min(...known)) : undefined;
}

/** Every server reads the keys once an hour, and a statement is in the log minutes after it was signed. */
const settledSeconds = 3 * 3_600;

/**
 * Uses the keys as they are on disk, and records for each one that was replaced when it was certainly no longer used,
 * and how many entries the log had then: at a start of the only server, otherwise once every server must have read the
 * keys.
 */
export async function updateAttestationKeys(
  deps: Pick<IssuingDeps, "config" | "db" | "node" | "now" | "log" | "signingKeys">,
  isStarting = false,
): Promise<void> {
  const { config, node, now } = deps;
  await withSharedKeys(deps, async () => {
    const { current } = loadSigningKeys(config.dataDir, true);
    for (const { kid, jwk } of retiredSigningKeys(config.dataDir, "attestation")) {
      if (jwk.log_size !== undefined || jwk.x === current.jwk.x) continue;
      const exp = toNumericDate(now());
      const isUnused =
        (isStarting && node.isAlone) || (jwk.exp !== undefined && exp - jwk.exp >= settledSeconds);
      if (!isUnused && jwk.exp !== undefined) continue;
      const end = isUnused ? { log_size: (await readHead(deps)).size } : {};
      storeRetiredKey(config.dataDir, "attestation", { kid, jwk: { ...jwk, exp, ...end } });
    }
    Object.assign(deps.signingKeys, await openAttestationKeys(deps));
  });
}
