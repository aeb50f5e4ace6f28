import {
  defaultStampPosition,
  type StampPosition,
  stampPositions,
} from "../../../../src/formats/stamp/stamp.ts";
import { radioOptionLook } from "../../../components/option.tsx";
import { documentsMessages } from "../../../texts/documents.ts";

const text = documentsMessages.configure;
const defaultFirst = [
  defaultStampPosition,
  ...stampPositions.filter((position) => position !== defaultStampPosition),
];

type PositionChoiceProps = { value: StampPosition; onChange: (position: StampPosition) => void };

export function PositionChoice({ value, onChange }: PositionChoiceProps) {
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{text.position}</legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-3 lg:grid-cols-2 xl:grid-cols-3">
        {defaultFirst.map((position) => (
          <label key={position} className={radioOptionLook}>
            <input
              type="radio"
              name="position"
              value={position}
              checked={value === position}
              onChange={() => onChange(position)}
              className="size-4 shrink-0 accent-brand outline-none"
            />
            <PageSketch position={position} />
            {text.positions[position]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The upper-left corner of the strip, which is `strip.length` × `strip.depth` and vertical on the right edge. */
const stamps: Record<StampPosition, string> = {
  "vertical-right": "translate(50 69) rotate(-90)",
  "top-left": "translate(5 5)",
  "top-right": "translate(9 5)",
  "bottom-left": "translate(5 68)",
  "bottom-right": "translate(9 68)",
};
const strip = { depth: 7, length: { vertical: 58, horizontal: 46 } } as const;
const lines = "M11 20h32M11 26h34M11 32h30M11 38h34M11 44h32M11 50h34M11 56h22";

/** A small page with the stamp in its position. */
function PageSketch({ position }: { position: StampPosition }) {
  const length = strip.length[position === "vertical-right" ? "vertical" : "horizontal"];
  return (
    <svg viewBox="0 0 60 80" className="h-8 w-6 shrink-0 max-sm:hidden" aria-hidden="true">
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
      <g transform={stamps[position]}>
        <rect width={length} height={strip.depth} className="fill-tint" />
        <path
          d={`M.75 0v${strip.depth}M3.5 2.3h${length - 6}M3.5 4.9h${length - 12}`}
          className="fill-none stroke-brand"
          strokeWidth="1.5"
        />
      </g>
    </svg>
  );
}
