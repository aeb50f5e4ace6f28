import { useEffect, useRef } from "react";
import type { Stage } from "./workflow.ts";

/** The heading of the panel that the current stage shows; there is always one. */
export const stageTitleId = "stage-title";

export function focusStageTitle(): void {
  document.getElementById(stageTitleId)?.focus();
}

/** When the stage changes, the focus goes to the heading of the new panel; not on the first view. */
export function useFocusOnStage(stage: Stage): void {
  const last = useRef(stage);
  useEffect(() => {
    if (last.current === stage) return;
    last.current = stage;
    focusStageTitle();
  }, [stage]);
}
