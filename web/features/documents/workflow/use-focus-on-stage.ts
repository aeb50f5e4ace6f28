import { useEffect, useRef } from "react";
import type { Stage } from "./workflow.ts";

/** When the stage changes, the focus goes to the heading of the new panel; not on the first view. */
export function useFocusOnStage(stage: Stage): void {
  const last = useRef(stage);
  useEffect(() => {
    if (last.current === stage) return;
    last.current = stage;
    document.getElementById("stage-title")?.focus();
  }, [stage]);
}
