import type { DocumentRow } from "../../issuing/attestations/document-row.ts";

type Facts = Pick<DocumentRow, "status" | "paymentCompleted" | "originalPath">;

/**
 * Why no money is taken for a document: it is stamped or being stamped, it was paid for, or its stamp cannot be made
 * anymore. Undefined while its payment is due.
 */
export function whyNotDue(document: Facts): "stamped" | "paid" | "deleted" | undefined {
  if (document.status === "completed" || document.status === "processing") return "stamped";
  if (document.paymentCompleted === "true") return "paid";
  return document.originalPath === null ? "deleted" : undefined;
}
