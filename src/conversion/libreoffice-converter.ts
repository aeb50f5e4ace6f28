import { rm } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { AppError, TooSlow } from "../errors.ts";
import { type Converter, type ConvertOptions, conversionMessages } from "./converter.ts";
import type { LibreOffice } from "./find-libreoffice.ts";
import { type Office, OfficeDied, type OfficeJob } from "./office.ts";
import { createOfficePool, type PoolLimits } from "./office-pool.ts";
import { startResidentOffice } from "./resident-office.ts";
import { prepareSingleUseOffice } from "./single-use-office.ts";
import { identifyWordFile } from "./word-file.ts";

export type ConversionLimits = PoolLimits & {
  /** Wall time for one document, counted from its turn. */
  timeMs: number;
};

const usualLimits: ConversionLimits = {
  timeMs: 120_000,
  // One more than there are brief jobs, for one that takes long. Each needs up to 300 MB of memory.
  size: Math.min(4, availableParallelism()) + 1,
  documentsEach: 50,
  idleMs: 5 * 60_000,
};

/** The converter of a machine on which LibreOffice was found. It looks at `changedLimits.timeMs` for each document. */
export function createLibreOfficeConverter(
  found: LibreOffice,
  changedLimits: Partial<ConversionLimits> = {},
): Converter {
  const limits = { ...usualLimits, ...changedLimits };
  const pool = createOfficePool(() => startOffice(found), limits);

  async function convert(input: string, output: string, options: ConvertOptions = {}) {
    const { signal } = options;
    signal?.throwIfAborted();
    const filter = await identifyWordFile(input);
    const name = plainFileName(options.name);
    try {
      await pool.use(signal, (office) =>
        convertInTime(
          office,
          { input, output, filter, name },
          changedLimits.timeMs ?? usualLimits.timeMs,
          signal,
        ),
      );
    } catch (error) {
      await rm(output, { force: true });
      signal?.throwIfAborted();
      throw error;
    }
  }

  return { availability: () => ({ available: true }), convert, close: pool.close };
}

function startOffice({ cage, program, python }: LibreOffice): Office {
  return python === undefined
    ? prepareSingleUseOffice(cage, program)
    : startResidentOffice(cage, python, program);
}

/** A name that is one file in one folder on every system, not too long for it. */
function plainFileName(name = "document.docx"): string {
  const plain = [...name.toWellFormed().replace(/[/\\\p{Cc}]/gu, "_")].slice(0, 60).join("");
  return /^[.\s]*$/.test(plain) ? "document.docx" : plain;
}

/** The only way to stop LibreOffice in the middle of a document is to kill it. */
async function convertInTime(
  office: Office,
  job: OfficeJob,
  timeMs: number,
  signal: AbortSignal | undefined,
): Promise<{ reusable: boolean }> {
  let isTooLate = false;
  const kill = () => void office.kill();
  const timer = setTimeout(() => {
    isTooLate = true;
    kill();
  }, timeMs);
  signal?.addEventListener("abort", kill);
  try {
    return await office.convert(job);
  } catch (error) {
    if (isTooLate) throw new TooSlow(conversionMessages.tooSlow, { cause: error });
    if (error instanceof OfficeDied)
      throw new AppError("unsupported", conversionMessages.notConvertible, { cause: error });
    throw error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", kill);
  }
}
