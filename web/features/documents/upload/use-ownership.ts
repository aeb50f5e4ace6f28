import { useState } from "react";

type Ownership = {
  isConfirmed: boolean;
  /** Whether it was confirmed for an earlier document, and counts for the next one too. */
  isKept: boolean;
};

/** Until this page is reloaded, which logging in and out does too. */
let ofThisSitting: Ownership = { isConfirmed: false, isKept: false };

/** The confirmation of ownership, asked once in a sitting; a sentence says that it counts for the next document. */
export function useOwnership() {
  const [ownership, setOwnership] = useState(ofThisSitting);
  function change(next: Ownership): void {
    ofThisSitting = next;
    setOwnership(next);
  }
  return {
    ...ownership,
    confirm: (isConfirmed: boolean) => change({ isConfirmed, isKept: false }),
    /** A document was given to the service with this confirmation. */
    keep: () => change({ ...ownership, isKept: ownership.isConfirmed }),
  };
}
