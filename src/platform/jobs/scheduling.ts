import type { WaitingTurn } from "./jobs.repo.ts";

/** What is known of a share so far. */
export type Share = { running: number; lastTurn: number };

/** The shares a turn counts for: that of its user, and that of all who use the same network address. */
export type SharesOf = (userId: string | null) => { user: Share; address: Share };

/**
 * Whose job is next: of the address with the fewest jobs running, and there of such a user; among equals, of the one
 * whose last turn was longest ago; among those, the oldest job. So one small job never waits behind a neighbor's
 * fifty, nor behind those of fifty accounts that one person has opened. Whose user or address has `most` jobs running
 * is passed over.
 */
export function chooseTurn(
  turns: WaitingTurn[],
  sharesOf: SharesOf,
  most = Number.POSITIVE_INFINITY,
): WaitingTurn | undefined {
  const known = turns
    .map((turn) => ({ turn, ...sharesOf(turn.userId) }))
    .filter(({ user, address }) => Math.max(user.running, address.running) < most);
  const [next] = known.toSorted(
    (one, other) =>
      one.address.running - other.address.running ||
      one.user.running - other.user.running ||
      one.address.lastTurn - other.address.lastTurn ||
      one.user.lastTurn - other.user.lastTurn ||
      one.turn.createdAt - other.turn.createdAt,
  );
  return next?.turn;
}
