/** What the address of /payments says. */
export type PaymentsAddress = { page?: number };

/** Reads the address, whatever was typed into it. */
export function readPaymentsAddress(search: Record<string, unknown>): PaymentsAddress {
  const page = Math.floor(Number(search.page));
  return { page: page > 1 && page <= 1_000_000 ? page : undefined };
}
