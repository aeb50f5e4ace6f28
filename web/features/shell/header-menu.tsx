import { type ReactNode, useEffect, useRef } from "react";
import { classes } from "../../lib/classes.ts";

type HeaderMenuProps = {
  /** What the button shows. */
  face: ReactNode;
  /** Of the menu as a whole, e.g. the widths that show it. */
  className?: string;
  children: ReactNode;
};

/** A menu behind a button of the header. It opens before any script has loaded, and a link in it closes it. */
export function HeaderMenu({ face, className, children }: HeaderMenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  useDismissal(menu);
  return (
    <details ref={menu} className={classes("relative -mr-2", className)}>
      <summary className="inline-flex min-h-11 items-center gap-2 rounded-lg px-2 font-semibold text-ink hover:bg-tint hover:text-brand">
        {face}
      </summary>
      <div className="absolute top-full right-0 z-40 mt-1 grid w-max max-w-window gap-4 rounded-panel border border-line bg-card p-4 shadow-lifted">
        {children}
      </div>
    </details>
  );
}

/** Closes an open menu on Escape, which restores the focus, on a link in it, and when focus or click go elsewhere. */
function useDismissal(menu: { current: HTMLDetailsElement | null }): void {
  useEffect(() => {
    const close = (isMeant: (open: HTMLDetailsElement) => boolean): boolean => {
      const element = menu.current;
      if (!element?.open || !isMeant(element)) return false;
      element.open = false;
      return true;
    };
    const closeUnlessInside = ({ target }: Event) =>
      close((open) => target instanceof Node && !open.contains(target));
    const closeOnLink = ({ target }: Event) =>
      close((open) => target instanceof Element && open.contains(target.closest("a")));
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (close(() => key === "Escape")) menu.current?.querySelector("summary")?.focus();
    };
    document.addEventListener("pointerdown", closeUnlessInside);
    document.addEventListener("focusin", closeUnlessInside);
    document.addEventListener("click", closeOnLink);
    document.addEventListener("keydown", closeOnEscape);
    return () => {
      document.removeEventListener("pointerdown", closeUnlessInside);
      document.removeEventListener("focusin", closeUnlessInside);
      document.removeEventListener("click", closeOnLink);
      document.removeEventListener("keydown", closeOnEscape);
    };
  }, [menu]);
}
