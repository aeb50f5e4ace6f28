const times =
  /(\b\d{1,2}(?::\d\d){1,2} (?:[AP]M|[ap]\. m\.) [A-Z]{2,5}(?:[+-][\d:]+)?|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC)/;

/**
 * A sentence whose lines break inside "7:50:26 AM CST", "7:50:26 a. m. GMT+1" and "2026-11-22 13:50:26 UTC" only where
 * such a time is longer than a line.
 */
export function WholeTimes({ children }: { children: string }) {
  return children.split(times).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change places
      <span key={index} className="inline-block">
        {part}
      </span>
    ),
  );
}
