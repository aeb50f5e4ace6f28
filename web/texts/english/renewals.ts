/** Sentences about proofs that were renewed before certificates behind them ended. */
export const renewals = {
  name: "Proofs",
  on: (count: number, last: string) =>
    count === 1 ? `Renewed on ${last}.` : `Renewed ${count} times, last on ${last}.`,
};
