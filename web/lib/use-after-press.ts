import { useEffect, useRef } from "react";

/**
 * Runs a function immediately or, while a mouse button or finger is down, after its release. An error that appears
 * under a field during a press would move the pressed button away, and the click would be lost.
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
