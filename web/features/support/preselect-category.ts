import { useEffect, useEffectEvent } from "react";
import { type TicketCategory, ticketCategories } from "../../../src/features/support/support.schema.ts";

const eventName = "preselect-category";
export const delayMs = 100;

/** Selects a category in the ticket form, after its tab had time to open. */
export function preselectCategory(category: TicketCategory): void {
  setTimeout(() => window.dispatchEvent(new CustomEvent(eventName, { detail: category })), delayMs);
}

/** Receives the category of `preselectCategory`. */
export function usePreselectedCategory(onCategory: (category: TicketCategory) => void): void {
  const heard = useEffectEvent((event: Event) => {
    if (!(event instanceof CustomEvent)) return;
    const category = ticketCategories.find((known) => known === event.detail);
    if (category) onCategory(category);
  });
  useEffect(() => {
    window.addEventListener(eventName, heard);
    return () => window.removeEventListener(eventName, heard);
  }, []);
}
