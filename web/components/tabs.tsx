import { type KeyboardEvent, type ReactNode, useId } from "react";
import { classes } from "../lib/classes.ts";
import { BareButton } from "./bare-button.tsx";

type Tab<Id extends string> = { id: Id; label: string; panel: ReactNode };

type TabsProps<Id extends string> = {
  /** The name of the tab list for screen readers. */
  label: string;
  tabs: readonly Tab<Id>[];
  open: Id;
  onOpen: (id: Id) => void;
};

/**
 * Panels, one of which is shown. The others stay mounted, so that nothing typed into them is lost. Arrow keys, Home and
 * End move between tabs.
 */
export function Tabs<Id extends string>({ label, tabs, open, onOpen }: TabsProps<Id>) {
  const group = useId();
  const tabId = (id: Id) => `${group}-${id}`;
  const panelId = (id: Id) => `${group}-${id}-panel`;

  const move = (event: KeyboardEvent) => {
    const next =
      tabs[
        tabAfter(
          event.key,
          tabs.findIndex(({ id }) => id === open),
          tabs.length,
        )
      ];
    if (!next) return;
    event.preventDefault();
    onOpen(next.id);
    document.getElementById(tabId(next.id))?.focus();
  };

  return (
    <div>
      <div
        role="tablist"
        aria-label={label}
        className="grid grid-cols-2 border-line sm:flex sm:flex-wrap sm:gap-1 sm:border-b"
      >
        {tabs.map(({ id, label: name }) => (
          <BareButton
            key={id}
            role="tab"
            id={tabId(id)}
            aria-selected={id === open}
            aria-controls={panelId(id)}
            tabIndex={id === open ? 0 : -1}
            onClick={() => onOpen(id)}
            onKeyDown={move}
            className={classes(
              "min-h-11 rounded-t-lg border-b-3 px-2 py-2 leading-tight font-semibold hover:bg-tint sm:-mb-px sm:px-4",
              id === open
                ? "border-brand text-brand forced-colors:border-highlight"
                : "border-line text-muted sm:border-transparent forced-colors:border-canvas",
            )}
          >
            {name}
          </BareButton>
        ))}
      </div>
      {tabs.map(({ id, panel }) => (
        <div
          key={id}
          role="tabpanel"
          id={panelId(id)}
          aria-labelledby={tabId(id)}
          hidden={id !== open}
          className="pt-6"
        >
          {panel}
        </div>
      ))}
    </div>
  );
}

/** The index that a key moves to from tab `current` of `count`, wrapping around; -1 for any other key. */
export function tabAfter(key: string, current: number, count: number): number {
  switch (key) {
    case "ArrowRight":
      return (current + 1) % count;
    case "ArrowLeft":
      return (current - 1 + count) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return -1;
  }
}
