import { certificates, documents, registryEntries } from "../../../db/schema.ts";
import { createSerialNumber } from "../../evidence/serial-number.ts";
import { signAttestation } from "../../evidence/sign-attestation.ts";
import type { Deps } from "../deps.ts";
import { nextPosition } from "./log.repo.ts";
import { appendEntry, extendLog, type LogDeps } from "./log.service.ts";

/** Brings the log to `size` entries that belong to no certificate, as if each had been deleted since. */
export function fillLog(deps: LogDeps, size: number): void {
  deps.db.transaction(
    () => {
      const length = nextPosition(deps.db);
      const entries = Array.from({ length: size - length }, (_, at) => testEntry(length + at));
      extendLog(deps, entries);
      deps.db.update(registryEntries).set({ isReleased: true }).run();
    },
    { behavior: "immediate" },
  );
}

/** The entry `fillLog` writes at a position: 32 bytes that begin with it. */
export function testEntry(position: number): Uint8Array {
  const entry = new Uint8Array(32).fill(0xa5);
  new DataView(entry.buffer).setUint32(0, position);
  return entry;
}

/** A document as it stands in the database when it is completed, without its files. */
export function certify(deps: Deps, when = deps.now()): { id: string; attestation: string } {
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
  deps.db.transaction(() => {
    deps.db
      .insert(documents)
      .values({ ...row, status: "completed", createdAt: at, processedAt: at })
      .run();
    const entry = appendEntry(deps, attestation);
    deps.db
      .insert(certificates)
      .values({ serialNumber, documentId: id, attestation, issuedAt: at, ...entry })
      .run();
  });
  return { id, attestation };
}
