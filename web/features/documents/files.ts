import type { StampChoices } from "../../../src/features/documents/documents.schema.ts";
import { defaultQrCodeChoice } from "../../../src/formats/stamp/stamp.ts";

/** Addresses of a document's files. */
export const fileAddress = {
  stamped: (id: string) => `/api/documents/${encodeURIComponent(id)}/download`,
  /** The address of the same file under its name in the history. */
  stampedFromHistory: (id: string) => `${fileAddress.stamped(id)}?from=history`,
  certificate: (id: string) => `/api/documents/${encodeURIComponent(id)}/certificate`,
  evidence: (id: string) => `/api/documents/${encodeURIComponent(id)}/evidence`,
  timestamp: (id: string) => `/api/documents/${encodeURIComponent(id)}/timestamp`,
  /** Page one as a picture. */
  picture: (id: string, of: "stamped" | "original", size: "small" | "large") =>
    `/api/documents/${encodeURIComponent(id)}/picture?of=${of}&size=${size}`,
  /** Page one with the stamp that these choices would print on it. */
  stampPreview: (
    id: string,
    { position, language = "en", qrCode = defaultQrCodeChoice, showName = false }: StampChoices,
  ) =>
    `/api/documents/${encodeURIComponent(id)}/picture?of=preview&position=${position}&language=${language}&qrCode=${qrCode}&showName=${showName}`,
  preview: (id: string) => `/api/documents/${encodeURIComponent(id)}/preview`,
  /** The preview at page width, without the side bar of the browser's PDF viewer. */
  framedPreview: (id: string) => `${fileAddress.preview(id)}#navpanes=0&view=FitH`,
};
