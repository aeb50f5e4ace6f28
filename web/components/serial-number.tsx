import { Fragment } from "react";

/** A serial number. Its lines break only between its groups, wherever it stands. */
export function SerialNumber({ children }: { children: string }) {
  return (
    <span className="tabular-nums wrap-normal" translate="no">
      {children.split("-").map((group, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the groups of a serial number never change places
        <Fragment key={at}>
          {at > 0 && (
            <>
              -<wbr />
            </>
          )}
          {group}
        </Fragment>
      ))}
    </span>
  );
}
