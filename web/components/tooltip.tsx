import { type ReactNode, useEffect, useRef, useState } from "react";
import { tooltipClosed, tooltipDelay } from "../lib/tooltip-delay.ts";

type TooltipProps = { text: string; children: ReactNode };

/**
 * A word over an icon button, for people who see; the button names itself by aria-label.
 * It stays while the pointer is on it and goes with Escape.
 */
export function Tooltip({ text, children }: TooltipProps) {
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
    const closeOnEscape = (event: KeyboardEvent) => event.key === "Escape" && setOpen(false);
    document.addEventListener("keydown", closeOnEscape);
    return () => document.removeEventListener("keydown", closeOnEscape);
  }, [open]);

  return (
    <span
      className="relative inline-flex"
      onPointerEnter={show}
      onPointerLeave={hide}
      onFocus={show}
      onBlur={hide}
    >
      {children}
      {open && (
        <span
          aria-hidden="true"
          className="absolute right-1/2 bottom-full z-20 translate-x-1/2 pb-1.5 whitespace-nowrap"
        >
          <span className="rounded-md bg-ink px-2 py-1 text-sm text-paper">{text}</span>
        </span>
      )}
    </span>
  );
}
