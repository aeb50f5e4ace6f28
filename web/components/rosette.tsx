import { classes } from "../lib/classes.ts";
import { useHydrated } from "../lib/use-hydrated.ts";

/** One closed curve of a guilloche: a circle whose radius oscillates `waves` times, as in engraved certificates. */
function ring(radius: number, swing: number, waves: number, turn: number): string {
  const points: string[] = [];
  const steps = waves * 18;
  for (let step = 0; step <= steps; step++) {
    const angle = (step / steps) * 2 * Math.PI;
    const reach = radius + swing * Math.sin(waves * angle + turn);
    points.push(
      `${(200 + reach * Math.cos(angle)).toFixed(1)} ${(200 + reach * Math.sin(angle)).toFixed(1)}`,
    );
  }
  return `M${points.join("L")}Z`;
}

const turns = [0, 0.25, 0.5, 0.75].map((share) => share * 2 * Math.PI);
const curves = [
  ...turns.map((turn) => ring(158, 34, 18, turn)),
  ...turns.map((turn) => ring(104, 24, 12, turn)),
  ...turns.map((turn) => ring(60, 18, 9, turn)),
];

/**
 * The engraved rosette behind headings; it has the text's color. Its 30 kB of curves are not rendered on the server.
 */
export function Rosette({ className }: { className?: string }) {
  const alive = useHydrated();
  return (
    <svg viewBox="0 0 400 400" aria-hidden="true" className={classes("pointer-events-none", className)}>
      {alive &&
        curves.map((curve) => (
          <path key={curve} d={curve} fill="none" stroke="currentColor" strokeWidth="0.9" />
        ))}
    </svg>
  );
}
