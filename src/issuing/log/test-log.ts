import { certificates, documents, logEntries } from "../../../db/schema.ts";
import { transaction } from "../../../db/transaction.ts";
import { createSerialNumber } from "../../evidence/serial-number.ts";
import { signAttestation } from "../../evidence/sign-attestation.ts";
import type { Deps } from "../../features/deps.ts";
import { nextPosition } from "./log.repo.ts";
import { appendToLog, extendLog, type LogDeps, readHead } from "./log.service.ts";
import { readStoredCheckpoint, storedCheckpointPath } from "./stored-checkpoint.service.ts";

/** Fills the log up to `size` entries without certificates, as if those had been deleted. */
export async function fillLog(deps: LogDeps, size: number): Promise<void> {
  await transaction(deps, async (deps) => {
    const length = await nextPosition(deps.db);
    const entries = Array.from({ length: size - length }, (_, at) => testEntry(length + at));
    await extendLog(deps, entries);
    await deps.db.update(logEntries).set({ isReleased: true }).run();
  });
}

/** Whether the file next to the database has the newest checkpoint: a server stores it up to a second later. */
export async function isNewestCheckpointStored(deps: Deps): Promise<boolean> {
  const stored = readStoredCheckpoint(storedCheckpointPath(deps.config.dataDir));
  return stored === (await readHead(deps)).checkpoint;
}

/** The entry that `fillLog` writes at a position: 32 bytes that start with the position. */
export function testEntry(position: number): Uint8Array {
  const entry = new Uint8Array(32).fill(0xa5);
  new DataView(entry.buffer).setUint32(0, position);
  return entry;
}

/** The rows of a completed document, without its files. */
export async function certify(
  deps: Deps,
  { when = deps.now(), beforeCommit = () => {} }: { when?: number; beforeCommit?: () => void } = {},
): Promise<{ id: string; attestation: string }> {
  const id = crypto.randomUUID();
  const serialNumber = createSerialNumber((bytes) => crypto.getRandomValues(new Uint8Array(bytes)));
  const at = new Date(Math.floor(when / 1000) * 1000);
  const sha256 = "11".repeat(32);
  const time = at.toISOString().replace(".000Z", "Z");
  const statement = {
    v: 1,
    serial: serialNumber,
    time,
    name: "lease.pdf",
    original: sha256,
    stamped: sha256,
  } as const;
  const attestation = signAttestation(statement, deps.signingKeys.current);
  const row = {
    id,
    serialNumber,
    originalName: "lease.pdf",
    fileType: "application/pdf",
    fileSize: "1",
    sha256,
  };
  await appendToLog(deps, async (db) => {
    await db
      .insert(documents)
      .values({ ...row, status: "completed", createdAt: at, processedAt: at })
      .run();
    await db.insert(certificates).values({ serialNumber, documentId: id, attestation, issuedAt: at }).run();
    beforeCommit();
    return { serialNumber, attestation };
  });
  return { id, attestation };
}
