/** This attribute is on the page until the QR code that opened it has been checked against the record. */
const mark = "data-code-pending";

/**
 * The server-rendered record is visible before the code can be checked. Until then, it must not look as if the code had
 * been confirmed (record-card.tsx, the variant `code-pending`).
 */
export function markPendingCode(isPending: boolean): void {
  document.documentElement.toggleAttribute(mark, isPending);
}
