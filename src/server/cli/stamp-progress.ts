import type { Stage } from "../../client/client.ts";

const width = 20;
const stageWords: Record<Stage["name"], string> = {
  sending: "sending",
  stamping: "being stamped",
  loading: "loading",
};

/** How far a run is, in one line that is written over itself: on a terminal only, elsewhere nothing. */
export function stampProgress(total: number): {
  show: (name: string, index: number, stage: Stage) => void;
  /** Before anything else is printed. */
  clear: () => void;
} {
  const { isTTY } = process.stderr;
  const columns = process.stderr.columns || 80;
  let shown = "";
  const write = (line: string) => {
    if (!isTTY || line === shown) return;
    shown = line;
    process.stderr.write(`\r\u001b[K${line}`);
  };
  return {
    show: (name, index, stage) => write(progressLine(name, index, total, stage).slice(0, columns - 1)),
    clear: () => shown !== "" && write(""),
  };
}

/** e.g. `[#####---------------] 3 of 12: lease.pdf, sending 40 %` */
export function progressLine(
  name: string,
  index: number,
  total: number,
  { name: stage, share }: Stage,
): string {
  const stages = { sending: (share ?? 0) / 3, stamping: 1 / 3, loading: 2 / 3 };
  const filled = Math.floor(((index + stages[stage]) / total) * width);
  const percent = share === undefined ? "" : ` ${Math.floor(share * 100)} %`;
  const bar = "#".repeat(filled) + "-".repeat(width - filled);
  return `[${bar}] ${index + 1} of ${total}: ${name}, ${stageWords[stage]}${percent}`;
}
