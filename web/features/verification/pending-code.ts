/** Set on the page while it is not known yet whether the QR code that opened it belongs to the record shown. */
const mark = "data-code-pending";

/**
 * What the server has drawn is on the screen long before a code can be checked: until then the record is not to look
 * as if the code had passed (record-card.tsx, by the variant `code-pending`).
 */
export function markPendingCode(isPending: boolean): void {
  document.documentElement.toggleAttribute(mark, isPending);
}
