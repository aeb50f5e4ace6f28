import {
  defaultStampPosition,
  type StampPosition,
  stampPositions,
} from "../../../../src/formats/stamp/stamp.ts";
import { documentsMessages } from "../messages.ts";

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
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-5">
        {defaultFirst.map((position) => (
          <label
            key={position}
            className="grid cursor-pointer justify-items-center gap-2 rounded-xl border border-line bg-paper px-2 py-3 text-center text-sm leading-tight hover:border-field-line has-checked:border-brand has-checked:bg-tint has-checked:font-semibold has-checked:ring-1 has-checked:ring-brand has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand"
          >
            <PageSketch position={position} />
            <span className="flex items-center gap-2">
              <input
                type="radio"
                name="position"
                value={position}
                checked={value === position}
                onChange={() => onChange(position)}
                className="size-4 shrink-0 accent-brand outline-none"
              />
              {text.positions[position]}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const stamps: Record<StampPosition, string> = {
  "vertical-right": "M54 9v62",
  "top-left": "M9 9h24M9 13h18",
  "top-right": "M51 9H27M51 13H33",
  "bottom-left": "M9 67h24M9 71h18",
  "bottom-right": "M51 67H27M51 71H33",
};
const lines = "M12 22h32M12 28h36M12 34h30M12 40h36M12 46h34M12 52h36M12 58h22";

/** A small page with the stamp in its position. */
function PageSketch({ position }: { position: StampPosition }) {
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
