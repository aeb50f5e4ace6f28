import { expect, test } from "bun:test";
import { renderToStaticMarkup } from "react-dom/server";
import type { ClientDocument } from "./client-document.ts";
import { FoundDocument } from "./found-document.tsx";

const document: ClientDocument = {
  id: "d1",
  originalName: "lease.pdf",
  generated: null,
  projectId: null,
  collection: null,
  fileType: "application/pdf",
  fileSize: "1000",
  status: "completed",
  serialNumber: "AT-00000-00000-00000-00000",
  errorMessage: null,
  errorCode: null,
  errorParams: null,
  timestampConfig: null,
  paymentCompleted: "false",
  sha256: "0".repeat(64),
  stampedSha256: "1".repeat(64),
  stampedType: "application/pdf",
  certificateSha256: "2".repeat(64),
  pages: 1,
  originalKept: true,
  notes: [],
  noteMessages: [],
  processedPath: "stamped/d1",
  certificatePath: "certificates/d1",
  createdAt: "2026-11-20T19:11:00.000Z",
  processedAt: "2026-11-21T08:30:00.000Z",
  originalDeletedAt: null,
  userFirstName: "Jane",
  userLastName: "Doe",
  username: "jane",
  userEmail: null,
};

const stampedFact = (changes: Partial<ClientDocument>) =>
  />Stamped<\/dt><dd[^>]*>([^<]*)</.exec(
    renderToStaticMarkup(<FoundDocument document={{ ...document, ...changes }} />),
  )?.[1];

test("an admin sees when a found document was stamped, as on its certificate", () => {
  expect(stampedFact({})).toBe("November 21, 2026, 2:30:00 AM CST");
  expect(stampedFact({ timeZone: "Europe/Madrid" })).toBe("November 21, 2026, 9:30:00 AM GMT+1");
});

test("a failed document has no stamp time, whenever it was tried", () => {
  const never = stampedFact({ processedAt: null, status: "uploaded" });
  expect(stampedFact({ status: "error" })).toBe(never);
});

test("an admin reads of a deleted account's document that its name was removed", () => {
  const heading = (changes: Partial<ClientDocument>) =>
    /<h2[^>]*>([^<]*)</.exec(
      renderToStaticMarkup(<FoundDocument document={{ ...document, ...changes }} />),
    )?.[1];
  const originalName = "name-removed.pdf";
  expect(heading({ originalName, username: null })).toBe("Name removed");
  expect(heading({ originalName })).toBe(originalName);
});
