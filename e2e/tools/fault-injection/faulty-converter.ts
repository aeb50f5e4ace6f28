import { AppError } from "../../../src/errors.ts";
import type { Disk } from "../../../src/platform/files/disk.ts";
import { type Converter, conversionMessages } from "../../../src/platform/office/converter.ts";
import { savePdf } from "../../../src/platform/office/save-pdf.ts";
import { smallPdf } from "../../../src/testing/test-documents.ts";
import type { FaultPlan } from "./fault-plan.ts";

/** What is said of a document with which LibreOffice died. */
const died = () => AppError.from("unsupported", conversionMessages.notConvertible);

/**
 * Stands in for LibreOffice, which takes long and need not be here: makes the same PDF of every document, dies when the
 * plan says so, and has its PDF saved by the product.
 */
export function faultyConverter(disk: Disk, plan: FaultPlan): Converter {
  return {
    availability: () => ({ available: true }),
    async convert(_, output) {
      const made = await plan.callLater("LibreOffice", died, async () => smallPdf());
      await savePdf(new Blob([made]).stream(), output, disk);
    },
    close: async () => {},
  };
}
