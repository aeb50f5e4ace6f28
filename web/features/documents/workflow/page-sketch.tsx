import type { StampPosition } from "../../../../src/formats/stamp/stamp.ts";

const stamps: Record<StampPosition, string> = {
  "vertical-right": "M54 9v62",
  "top-left": "M9 9h24M9 13h18",
  "top-right": "M51 9H27M51 13H33",
  "bottom-left": "M9 67h24M9 71h18",
  "bottom-right": "M51 67H27M51 71H33",
};
const lines = "M12 22h32M12 28h36M12 34h30M12 40h36M12 46h34M12 52h36M12 58h22";

/** A small page with the stamp where it will be. */
export function PageSketch({ position }: { position: StampPosition }) {
  return (
    <svg viewBox="0 0 60 80" className="h-20 w-15" aria-hidden="true">
      <rect
        x="1.5"
        y="1.5"
        width="57"
        height="77"
        rx="3"
        className="fill-card stroke-field-line"
        strokeWidth="1.5"
      />
      <path d={lines} className="fill-none stroke-line" strokeWidth="2.5" strokeLinecap="round" />
      <path d={stamps[position]} className="fill-none stroke-seal" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}
