import {
  defaultStampPosition,
  type StampPosition,
  stampPositions,
} from "../../../../src/formats/stamp/stamp.ts";
import { documentsMessages } from "../messages.ts";
import { PageSketch } from "./page-sketch.tsx";

const text = documentsMessages.configure;
const usualFirst = [
  defaultStampPosition,
  ...stampPositions.filter((position) => position !== defaultStampPosition),
];

type PositionChoiceProps = { value: StampPosition; onChange: (position: StampPosition) => void };

export function PositionChoice({ value, onChange }: PositionChoiceProps) {
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{text.position}</legend>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-5">
        {usualFirst.map((position) => (
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
