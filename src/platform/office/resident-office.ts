import { z } from "zod";
import { AppError } from "../../errors.ts";
import { maxPages } from "../../formats/stamp/stamp.ts";
import { type FramedReader, LineTooLong, readFrames, StreamEnded } from "../framed-reader.ts";
import { conversionMessages } from "./converter.ts";
import { ConversionFailed, type Converted, type Office, type OfficeJob, trackedChanges } from "./office.ts";
import { sendFile, startOfficeProcess } from "./office-process.ts";
import worker from "./office-worker.py" with { type: "text" };
import { readProcessorTime } from "./processor-time.ts";
import type { Sandbox } from "./sandbox.ts";
import { largestPdfBytes, savePdf } from "./save-pdf.ts";

const fontName = z.string().max(100);

const answers = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("ready") }),
  z.object({ outcome: z.literal("refused") }),
  z.object({ outcome: z.literal("too many pages") }),
  z.object({
    outcome: z.literal("converted"),
    bytes: z.int().min(1),
    pages: z.int(),
    changes: z.enum(trackedChanges),
    fonts: z.array(z.tuple([fontName, z.array(fontName)])).nullable(),
  }),
]);

/** In bytes; those with the fonts of a document are a few hundred long. */
const longestAnswer = 128 * 1024;

/**
 * A LibreOffice that stays open between documents; a helper process in the same sandbox controls it. Documents and PDFs
 * pass through the helper's pipes, so that no folder of the server is visible inside.
 */
export function startResidentOffice(sandbox: Sandbox, python: string, program: string): Office {
  const office = startOfficeProcess(sandbox, (folder) => [
    python,
    "-c",
    worker,
    program,
    folder,
    `${maxPages}`,
  ]);
  const frames = readFrames(office.child.stdout, longestAnswer);
  const ready = readAnswer(frames);
  // The first conversion reports a failed start; before that, nothing handles the rejection.
  ready.catch(() => undefined);

  async function convert(job: OfficeJob): Promise<Converted> {
    await ready;
    await sendDocument(job);
    const answer = await readAnswer(frames);
    if (answer.outcome === "too many pages")
      throw AppError.from("unsupported", conversionMessages.tooManyPages(maxPages));
    if (answer.outcome !== "converted") throw new ConversionFailed("LibreOffice refused the document.");
    if (answer.bytes > largestPdfBytes) throw AppError.from("unsupported", conversionMessages.tooLarge);
    await savePdf(frames.block(answer.bytes), job.output);
    const { changes, fonts } = answer;
    return { changes, ...(fonts && { fonts }) };
  }

  async function sendDocument({ input, filter, name }: OfficeJob): Promise<void> {
    const { stdin } = office.child;
    stdin.write(`${JSON.stringify({ bytes: Bun.file(input).size, filter, name })}\n`);
    await sendFile(input, stdin);
  }

  const { ended, end, kill } = office;
  return {
    convert: (job) => convert(job).catch(asConversionFailed),
    processorMs: () => readProcessorTime(office.child.pid),
    ended,
    end,
    kill,
  };
}

/** Does not trust LibreOffice's answer: a hostile document may control it. */
async function readAnswer(frames: FramedReader): Promise<z.infer<typeof answers>> {
  const line = await frames.line();
  try {
    return answers.parse(JSON.parse(line));
  } catch (error) {
    throw new ConversionFailed("LibreOffice gave an invalid answer.", { cause: error });
  }
}

function asConversionFailed(error: unknown): never {
  if (error instanceof StreamEnded)
    throw new ConversionFailed("LibreOffice exited in the middle of a document.", { cause: error });
  if (error instanceof LineTooLong)
    throw new ConversionFailed("LibreOffice gave an invalid answer.", { cause: error });
  throw error;
}
