import type { WaitingTurn } from "./jobs.repo.ts";

/** What is known of a user's share so far. */
export type Share = { running: number; lastTurn: number };

const none: Share = { running: 0, lastTurn: 0 };

/**
 * Whose job is next: of the user with the fewest jobs running; among equals, of the one whose last turn was
 * longest ago; among those, the oldest job. So one small job never waits behind a neighbour's fifty.
 */
export function chooseTurn(
  turns: WaitingTurn[],
  shares: ReadonlyMap<string | null, Share>,
): WaitingTurn | undefined {
  const share = (turn: WaitingTurn) => shares.get(turn.userId) ?? none;
  return turns.toSorted(
    (one, other) =>
      share(one).running - share(other).running ||
      share(one).lastTurn - share(other).lastTurn ||
      one.createdAt - other.createdAt,
  )[0];
}
