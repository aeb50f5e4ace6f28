/** One measurement. `holds` is undefined if there is a target but no limit. */
export type Row = {
  what: string;
  ours: string;
  peer: string;
  ratio: string;
  limit: string;
  holds: boolean | undefined;
};

export function printTable(rows: Row[]): void {
  const header = {
    what: "what",
    ours: "ours",
    peer: "peer",
    ratio: "ratio",
    limit: "limit",
    holds: undefined,
  };
  for (const row of [header, ...rows]) {
    const verdict = row.holds === undefined ? "" : row.holds ? "holds" : "FAILS";
    const cells = [
      row.what.padEnd(44),
      row.ours.padStart(14),
      row.peer.padStart(22),
      row.ratio.padStart(7),
      row.limit.padStart(8),
    ];
    console.log(`${cells.join(" ")}  ${verdict}`);
  }
}

/** The minimum of several rounds: the load of other programs only adds to a time. */
export const least = (values: number[]): number => Math.min(...values);

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** A row that compares two times in milliseconds; if `limit` is undefined, it cannot fail. */
export function compare(
  what: string,
  ours: number,
  peerName: string,
  peer: number,
  limit: number | undefined,
): Row {
  const ratio = ours / peer;
  return {
    what,
    ours: `${ours.toFixed(1)} ms`,
    peer: `${peerName} ${peer.toFixed(1)} ms`,
    ratio: ratio.toFixed(2),
    limit: limit === undefined ? "" : `≤ ${limit}`,
    holds: limit === undefined ? undefined : ratio <= limit,
  };
}
