/** Test support: stamps a file with a default stamp. */
import { say } from "../../errors.ts";
import type { Stamp } from "../stamp/stamp.ts";
import { type StampedPdf, stampPdf } from "./stamp-pdf.ts";

export const defaultStamp: Stamp = {
  productName: "Attestamp",
  serialNumber: "AT-7K3M9-QX2T4-HV8BW-1C5DN",
  clientName: "Jane Doe",
  time: Date.UTC(2026, 10, 20, 19, 11, 0),
  timeZone: "America/Chicago",
  position: "vertical-right",
};

export const sha256Of = (bytes: Uint8Array): string =>
  new Bun.CryptoHasher("sha256").update(bytes).digest("hex");

type InOnePiece = Omit<StampedPdf, "notes"> & { file: Buffer; notes: string[] };

/** The stamped file, and its notes as finished sentences. */
export function stamped(original: Buffer, changes: Partial<Stamp> = {}): InOnePiece {
  const result = stampPdf(original, sha256Of(original), { ...defaultStamp, ...changes });
  const notes = result.notes.map((note) => say(note).message);
  return { ...result, notes, file: Buffer.concat([result.beginning, result.appended]) };
}
