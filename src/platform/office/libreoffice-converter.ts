import { rm } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { AppError, type Message, TooSlow } from "../../errors.ts";
import { hasRoomForTwoLong } from "../room-for-long-documents.ts";
import { type Converter, type ConvertOptions, changeNotes, conversionMessages } from "./converter.ts";
import type { LibreOffice } from "./find-libreoffice.ts";
import { type MachineFonts, noteFonts, readMachineFonts } from "./machine-fonts.ts";
import { ConversionFailed, type Office, type OfficeJob, type TrackedChanges } from "./office.ts";
import { createOfficePool, type PoolLimits } from "./office-pool.ts";
import { startResidentOffice } from "./resident-office.ts";
import { prepareSingleUseOffice } from "./single-use-office.ts";
import { identifyWordFile } from "./word-file.ts";

export type ConversionLimits = PoolLimits & {
  /** Wall-clock time for one document with all attempts, from the moment it starts. */
  timeMs: number;
};

const defaultLimits: ConversionLimits = {
  timeMs: 120_000,
  // More than the number of short jobs, to allow for long ones. Each needs up to 300 MB of memory.
  size: Math.min(4, availableParallelism()) + (hasRoomForTwoLong ? 2 : 1),
  documentsEach: 50,
  idleMs: 5 * 60_000,
};

/** The converter of a machine with LibreOffice. It reads `changedLimits.timeMs` for each document. */
export function createLibreOfficeConverter(
  found: LibreOffice,
  changedLimits: Partial<ConversionLimits> = {},
): Converter {
  const pool = createOfficePool(() => startOffice(found), { ...defaultLimits, ...changedLimits });
  const conversions = new Map<AbortController, Promise<Message[]>>();

  async function run(job: OfficeJob, options: ConvertOptions, stop: AbortController): Promise<Message[]> {
    const { account, isPlain = false, tracksChanges = false } = options;
    let changes: TrackedChanges | undefined;
    try {
      await pool.use({ account, reusable: isPlain, signal: stop.signal }, async (office) => {
        const tooSlow = () => stop.abort(new TooSlow(conversionMessages.tooSlow));
        const timer = setTimeout(tooSlow, changedLimits.timeMs ?? defaultLimits.timeMs);
        try {
          changes = await convertOrRetry(found, office, job, stop.signal);
        } finally {
          clearTimeout(timer);
        }
      });
    } catch (error) {
      await rm(job.output, { force: true });
      stop.signal.throwIfAborted();
      if (error instanceof ConversionFailed)
        throw AppError.from("unsupported", conversionMessages.notConvertible, { cause: error });
      throw error;
    }
    const outcome = changes ?? (tracksChanges ? "shown" : "none");
    return outcome === "none" ? [] : [changeNotes[outcome]];
  }

  async function convert(input: string, output: string, options: ConvertOptions = {}): Promise<Message[]> {
    const { signal } = options;
    signal?.throwIfAborted();
    const filter = await identifyWordFile(input);
    const job = { input, output, filter, name: plainFileName(options.name) };
    const stop = new AbortController();
    const passOn = () => stop.abort(signal?.reason);
    signal?.addEventListener("abort", passOn);
    const conversion = run(job, options, stop);
    conversions.set(stop, conversion);
    try {
      return await conversion;
    } finally {
      conversions.delete(stop);
      signal?.removeEventListener("abort", passOn);
    }
  }

  async function close(): Promise<void> {
    const running = [...conversions.values()];
    for (const stop of conversions.keys())
      stop.abort(AppError.from("unavailable", conversionMessages.closed));
    await pool.close();
    await Promise.allSettled(running);
  }

  let fonts: Promise<MachineFonts | undefined> | undefined;

  return {
    availability: () => ({ available: true }),
    convert,
    async noteFonts(text, embedded) {
      fonts ??= readMachineFonts(found.sandbox);
      const machine = await fonts;
      return machine === undefined ? [] : noteFonts(machine, text, embedded);
    },
    close,
  };
}

function startOffice({ sandbox, program, python }: LibreOffice): Office {
  return python === undefined
    ? prepareSingleUseOffice(sandbox, program)
    : startResidentOffice(sandbox, python, program);
}

/** A file name that is valid on every system. */
function plainFileName(name = "document.docx"): string {
  const plain = [...name.toWellFormed().replace(/[/\\\p{Cc}]/gu, "_")].slice(0, 60).join("");
  return /^[.\s]*$/.test(plain) ? "document.docx" : plain;
}

/**
 * If a resident office fails with a document, a LibreOffice started for this document alone gets one attempt: it loads
 * the document differently, and often one of the two works.
 */
async function convertOrRetry(
  { sandbox, program, python }: LibreOffice,
  office: Office,
  job: OfficeJob,
  signal: AbortSignal,
): Promise<TrackedChanges | undefined> {
  try {
    return await attempt(office, job, signal);
  } catch (error) {
    if (!(error instanceof ConversionFailed) || python === undefined) throw error;
    await office.kill();
    const second = prepareSingleUseOffice(sandbox, program);
    return await attempt(second, job, signal).finally(second.kill);
  }
}

/** The only way to stop LibreOffice in the middle of a document is to kill it. */
async function attempt(
  office: Office,
  job: OfficeJob,
  signal: AbortSignal,
): Promise<TrackedChanges | undefined> {
  signal.throwIfAborted();
  const kill = () => void office.kill();
  signal.addEventListener("abort", kill);
  try {
    return await office.convert(job);
  } finally {
    signal.removeEventListener("abort", kill);
  }
}
