import { splitAtTimes } from "../lib/split-at-times.ts";

/** A sentence whose lines break inside a time only where the time is longer than a line. */
export function WholeTimes({ children }: { children: string }) {
  return splitAtTimes(children).map(({ text, isTime }, index) =>
    isTime ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change places
      <span key={index} className="inline-block">
        {text}
      </span>
    ) : (
      text
    ),
  );
}
