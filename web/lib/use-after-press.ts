import { useEffect, useRef } from "react";

/**
 * Runs an act at once, or, while a mouse button or finger is down, after it was let go. An error that appears
 * under a field in the middle of a press moves the button away that is being pressed, and the click is lost.
 */
export function useAfterPress(): (act: () => void) => void {
  const waiting = useRef<(() => void)[]>(undefined);
  useEffect(() => {
    const pressed = () => {
      waiting.current ??= [];
    };
    const letGo = () =>
      setTimeout(() => {
        const acts = waiting.current ?? [];
        waiting.current = undefined;
        for (const act of acts) act();
      });
    window.addEventListener("pointerdown", pressed, true);
    window.addEventListener("pointerup", letGo, true);
    window.addEventListener("pointercancel", letGo, true);
    return () => {
      window.removeEventListener("pointerdown", pressed, true);
      window.removeEventListener("pointerup", letGo, true);
      window.removeEventListener("pointercancel", letGo, true);
    };
  }, []);
  return (act) => {
    if (waiting.current) waiting.current.push(act);
    else act();
  };
}
