import { getSubscriptionStatus } from "../../../../src/features/billing/subscription.service.ts";
import type { DocumentView } from "../../../../src/features/documents/documents.output.schema.ts";
import { processDocumentSchema } from "../../../../src/features/documents/documents.schema.ts";
import { listDocuments } from "../../../../src/features/documents/documents.service.ts";
import { processDocument } from "../../../../src/features/documents/processing.service.ts";
import {
  addDocument,
  receiveUpload,
  withUploadSlot,
} from "../../../../src/features/documents/upload.service.ts";
import { smallPdf } from "../../../../src/testing/test-documents.ts";
import type { World } from "../world.ts";

/** Uploads a file, by default a one-page PDF; returns its ID. */
export async function upload({ deps, owner }: World, name: string, bytes = smallPdf()): Promise<string> {
  const address = "192.0.2.1";
  const { id } = await withUploadSlot(deps, { owner, address, bytes: bytes.length }, async () => {
    const file = await receiveUpload(deps, new Blob([bytes]).stream());
    return addDocument(deps, owner, { file, name, ownershipConfirmed: true, address });
  });
  return id;
}

/** Requests the stamp of a document, and waits while it is processed. */
export async function stamp({ deps, owner, settled }: World, id: string): Promise<void> {
  await processDocument(deps, owner, processDocumentSchema.parse({ id }), "192.0.2.1");
  await settled();
}

export async function documentsOf({ deps, owner }: World, name?: string): Promise<DocumentView[]> {
  const all = await listDocuments(deps, owner, { limit: 100 });
  return all.filter(({ originalName }) => name === undefined || originalName === name);
}

/** How many stamps of the plan were used, as the owner sees it. */
export async function countStamps({ deps, owner }: World): Promise<number> {
  return (await getSubscriptionStatus(deps, owner)).documentCount;
}
