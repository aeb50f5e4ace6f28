import { AppError } from "../../../src/errors.ts";
import type { Disk } from "../../../src/platform/files/disk.ts";
import { type Converter, conversionMessages } from "../../../src/platform/office/converter.ts";
import { savePdf } from "../../../src/platform/office/save-pdf.ts";
import { smallPdf } from "../../../src/testing/test-documents.ts";
import type { FaultPlan } from "./fault-plan.ts";

/** The message for a document that crashed LibreOffice. */
const died = () => AppError.from("unsupported", conversionMessages.notConvertible);

/**
 * A fake LibreOffice, which is faster and need not be installed: makes the same PDF of every document, crashes
 * according to the plan, and lets the product save the PDF.
 */
export function faultyConverter(disk: Disk, plan: FaultPlan): Converter {
  return {
    availability: () => ({ available: true }),
    noteFonts: async () => [],
    async convert(_, output) {
      const made = await plan.callLater("LibreOffice", died, async () => smallPdf());
      await savePdf(new Blob([made]).stream(), output, disk);
      return { notes: [] };
    },
    close: async () => {},
  };
}
