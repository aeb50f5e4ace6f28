import { expect, test } from "bun:test";
import { declarationFacts } from "../../testing/test-certificate.ts";
import { stamped } from "../pdf/test-stamping.ts";
import { renderAcknowledgement } from "./acknowledgement.ts";
import { type ListFacts, renderTimeline } from "./timeline.ts";

const { productName, origin, serialNumber, time, timeZone, originalSha256, stampedSha256 } = declarationFacts;

const entry = {
  name: "Lease.pdf",
  serialNumber,
  time,
  timeZone,
  content: { original: originalSha256, stamped: stampedSha256 },
  version: null,
};

const listFacts: ListFacts = {
  productName,
  origin,
  time,
  timeZone,
  projectName: "House",
  clientName: "Jane Doe",
  entries: Array.from({ length: 9 }, () => entry),
  list: { text: "{}\n", chain: originalSha256 },
};

test("the stamp of a timeline and of an acknowledgment has a place of its own beside the frame", async () => {
  const timeline = await renderTimeline({ ...listFacts, unstamped: 1, hasDeclaration: true });
  const acknowledgement = await renderAcknowledgement({
    ...listFacts,
    name: "Ann Lee",
    message: null,
    recipient: "a…@example.org",
    recipientHash: originalSha256,
    mailedAt: null,
    isOwnersMailbox: false,
    isFromRequestersAddress: false,
  });
  const longName = "Dr. Maximiliane Bartholomea von Hohenstein-Sigmaringen und zu Donau-Auen";
  for (const pdf of [timeline, acknowledgement])
    for (const clientName of ["Jane Doe", longName])
      expect(stamped(Buffer.from(pdf), { clientName }).notes).toEqual([]);
});
