import { z } from "zod";
import { AppError } from "../../errors.ts";
import { mostPages } from "../../formats/stamp/stamp.ts";
import { conversionMessages } from "./converter.ts";
import { type FramedReader, readFrames, StreamEnded } from "./framed-reader.ts";
import { ConversionFailed, type Office, type OfficeJob } from "./office.ts";
import { sendFile, startOfficeProcess } from "./office-process.ts";
import worker from "./office-worker.py" with { type: "text" };
import type { Cage } from "./sandbox.ts";
import { largestPdfBytes, savePdf } from "./save-pdf.ts";

const answers = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("ready") }),
  z.object({ outcome: z.literal("refused") }),
  z.object({ outcome: z.literal("too many pages") }),
  z.object({ outcome: z.literal("converted"), bytes: z.int().min(1), pages: z.int() }),
]);

/**
 * A LibreOffice that stays open between documents, spoken to through a helper beside it in the cage. Documents
 * and PDFs travel through its pipes, so that no folder of ours has to be visible inside.
 */
export function startResidentOffice(cage: Cage, python: string, program: string): Office {
  const office = startOfficeProcess(cage, (folder) => [
    python,
    "-c",
    worker,
    program,
    folder,
    `${mostPages}`,
  ]);
  const frames = readFrames(office.child.stdout);
  const ready = readAnswer(frames);
  // Whoever converts first learns of a failed start; until then nobody waits for it.
  ready.catch(() => undefined);

  async function convert(job: OfficeJob): Promise<void> {
    await ready;
    await sendDocument(job);
    const answer = await readAnswer(frames);
    if (answer.outcome === "too many pages")
      throw new AppError("unsupported", conversionMessages.tooManyPages(mostPages));
    if (answer.outcome !== "converted") throw new ConversionFailed("LibreOffice refused the document.");
    if (answer.bytes > largestPdfBytes) throw new AppError("unsupported", conversionMessages.tooLarge);
    await savePdf(frames.block(answer.bytes), job.output);
  }

  async function sendDocument({ input, filter, name }: OfficeJob): Promise<void> {
    const { stdin } = office.child;
    stdin.write(`${JSON.stringify({ bytes: Bun.file(input).size, filter, name })}\n`);
    await sendFile(input, stdin);
  }

  const { ended, end, kill } = office;
  return { convert: (job) => convert(job).catch(asConversionFailed), ended, end, kill };
}

/** What LibreOffice says is not trusted: a hostile document may speak for it. */
async function readAnswer(frames: FramedReader): Promise<z.infer<typeof answers>> {
  const line = await frames.line();
  try {
    return answers.parse(JSON.parse(line));
  } catch (error) {
    throw new ConversionFailed("LibreOffice gave an answer that means nothing.", { cause: error });
  }
}

function asConversionFailed(error: unknown): never {
  if (error instanceof StreamEnded)
    throw new ConversionFailed("LibreOffice ended in the middle of a document.", { cause: error });
  throw error;
}
