import { useEffect, useRef, useState } from "react";
import { tooltipClosed, tooltipDelay } from "../lib/tooltip-delay.ts";

/**
 * Opens a tooltip after a short hover or focus. It stays while the pointer is on the control or the tooltip, and closes
 * on Escape.
 */
export function useTooltip() {
  const [open, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const show = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(true), tooltipDelay(performance.now()));
  };
  const hide = () => {
    clearTimeout(timer.current);
    if (open) tooltipClosed(performance.now());
    setOpen(false);
  };

  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!open) return;
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      tooltipClosed(performance.now());
      setOpen(false);
    };
    document.addEventListener("keydown", closeOnEscape);
    return () => document.removeEventListener("keydown", closeOnEscape);
  }, [open]);

  return { open, triggers: { onPointerEnter: show, onPointerLeave: hide, onFocus: show, onBlur: hide } };
}
