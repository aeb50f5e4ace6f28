import type { VerificationView } from "../../src/features/verification/verification.schema.ts";
import type { RecordPlace } from "../../src/server/http/verify-page.ts";
import { formatUtc, formatWithOffset } from "../lib/format.ts";

/** Has to be a time for the page to write it, and none that it writes anywhere else. */
const time = "2001-02-03T04:05:06.000Z";

const place = (name: RecordPlace) => `{{${name}}}`;

/** A record of which the drawing has only what `withPlaces` leaves places for, e.g. {{documentName}}. */
export const placeholderRecord: VerificationView = {
  serialNumber: place("serialNumber"),
  processedDate: time,
  documentName: place("documentName"),
  clientName: place("clientName"),
  originalSha256: "",
  stampedSha256: "",
  certificateSha256: "",
  originalKept: false,
  timeStamps: [],
};

/** That record with places for its times, which the server fills in (src/server/http/verify-page.ts). */
export function withPlaces(html: string): string {
  const at = Date.parse(time);
  const places: Record<string, RecordPlace> = {
    [time]: "processedDate",
    [formatUtc(at)]: "processedUtc",
    [formatWithOffset(at)]: "processedUtc",
  };
  return Object.entries(places).reduce((drawn, [written, name]) => {
    if (drawn.split(written).length !== 2)
      throw new Error(`The drawn record does not say "${written}" once.`);
    return drawn.replace(written, place(name));
  }, html);
}
