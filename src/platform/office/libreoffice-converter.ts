import { rm } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { AppError, TooSlow } from "../../errors.ts";
import { hasRoomForTwoLong } from "../room-for-long-documents.ts";
import {
  type Conversion,
  type Converter,
  type ConvertOptions,
  changeNotes,
  conversionMessages,
  equationsLeftOut,
} from "./converter.ts";
import type { LibreOffice } from "./find-libreoffice.ts";
import { findAskedFonts, type MachineFonts, noteFonts, readMachineFonts } from "./machine-fonts.ts";
import { ConversionFailed, type Converted, type Office, type OfficeJob } from "./office.ts";
import { createOfficePool, type PoolLimits } from "./office-pool.ts";
import { startResidentOffice } from "./resident-office.ts";
import { prepareSingleUseOffice } from "./single-use-office.ts";
import { identifyWordFile } from "./word-file.ts";

export type ConversionLimits = PoolLimits & {
  /**
   * Processor time for one attempt at a document. On a busy machine an attempt may take several times as long; see
   * `watchTime`.
   */
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
  const conversions = new Map<AbortController, Promise<Conversion>>();

  async function run(job: OfficeJob, options: ConvertOptions, stop: AbortController): Promise<Conversion> {
    const { account, isPlain = false, hasEquations = false, tracksChanges = false } = options;
    let converted: Converted = {};
    try {
      await pool.use({ account, reusable: isPlain, signal: stop.signal }, async (office) => {
        const timeMs = changedLimits.timeMs ?? defaultLimits.timeMs;
        converted = await convertOrRetry(found, office, { ...job, timeMs }, stop);
      });
    } catch (error) {
      await rm(job.output, { force: true });
      stop.signal.throwIfAborted();
      if (error instanceof ConversionFailed)
        throw AppError.from("unsupported", conversionMessages.notConvertible, { cause: error });
      throw error;
    }
    const { changes = tracksChanges ? "shown" : "none", fonts } = converted;
    return {
      notes: [
        ...(changes === "none" ? [] : [changeNotes[changes]]),
        ...(hasEquations && !found.drawsEquations ? [equationsLeftOut] : []),
      ],
      ...(fonts && { fonts: findAskedFonts(fonts) }),
    };
  }

  async function convert(input: string, output: string, options: ConvertOptions = {}): Promise<Conversion> {
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

  /** An answer is good for as long as the server runs; without one, the next document asks again. */
  async function getFonts(): Promise<MachineFonts | undefined> {
    fonts ??= readMachineFonts(found.sandbox);
    const asked = fonts;
    let machine: MachineFonts | undefined;
    try {
      machine = await asked;
      return machine;
    } finally {
      if (machine === undefined && fonts === asked) fonts = undefined;
    }
  }

  return {
    availability: () => ({ available: true }),
    convert,
    async noteFonts(text, embedded) {
      const machine = await getFonts();
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

type TimedJob = OfficeJob & { timeMs: number };

/**
 * If a resident office fails with a document, a LibreOffice started for this document alone gets one attempt: it loads
 * the document differently, and often one of the two works.
 */
async function convertOrRetry(
  { sandbox, program, python }: LibreOffice,
  office: Office,
  job: TimedJob,
  stop: AbortController,
): Promise<Converted> {
  try {
    return await attempt(office, job, stop);
  } catch (error) {
    if (!(error instanceof ConversionFailed) || python === undefined) throw error;
    await office.kill();
    const second = prepareSingleUseOffice(sandbox, program);
    return await attempt(second, job, stop).finally(second.kill);
  }
}

/** The only way to stop LibreOffice in the middle of a document is to kill it. */
async function attempt(
  office: Office,
  { timeMs, ...job }: TimedJob,
  stop: AbortController,
): Promise<Converted> {
  stop.signal.throwIfAborted();
  const kill = () => void office.kill();
  stop.signal.addEventListener("abort", kill);
  const endWatch = watchTime(office, timeMs, () => stop.abort(new TooSlow(conversionMessages.tooSlow)));
  try {
    return await office.convert(job);
  } finally {
    endWatch();
    stop.signal.removeEventListener("abort", kill);
  }
}

/** However little processor time it gets, a document takes no longer than this many times its limit. */
const longestWait = 5;

/**
 * Calls `tooSlow` when an office has used `timeMs` of processor time: on a busy machine, a document must not fail
 * because of others.
 */
function watchTime(office: Office, timeMs: number, tooSlow: () => void): () => void {
  const before = office.processorMs() ?? 0;
  const started = performance.now();
  const watch = setInterval(() => {
    const passed = performance.now() - started;
    if (passed < timeMs) return;
    const used = office.processorMs();
    if (used === undefined || used - before >= timeMs || passed >= longestWait * timeMs) tooSlow();
  }, 1_000);
  return () => clearInterval(watch);
}
