/** The state in the address of /payments. */
export type PaymentsAddress = { page?: number };

/** Parses the address; invalid values are ignored. */
export function readPaymentsAddress(search: Record<string, unknown>): PaymentsAddress {
  const page = Math.floor(Number(search.page));
  return { page: page > 1 && page <= 1_000_000 ? page : undefined };
}
