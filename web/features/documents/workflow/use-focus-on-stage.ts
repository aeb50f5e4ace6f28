import { useEffect, useRef } from "react";
import type { Stage } from "./workflow.ts";

/** The heading of the current stage's panel; there is always one. */
export const stageTitleId = "stage-title";

export function focusStageTitle(): void {
  const title = document.getElementById(stageTitleId);
  title?.focus({ preventScroll: true });
  // At the head of the window, because toasts cover its foot.
  title?.scrollIntoView();
}

/** Moves the focus to the heading of the new panel when the stage changes, but not on first render. */
export function useFocusOnStage(stage: Stage): void {
  const last = useRef(stage);
  useEffect(() => {
    if (last.current === stage) return;
    last.current = stage;
    focusStageTitle();
  }, [stage]);
}
