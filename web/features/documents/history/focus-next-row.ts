/** Moves the focus from a row that disappears to the next one, or to the one before if it was the last. */
export function focusNextRow(within: Element): void {
  const row = within.closest("li");
  const next = row?.nextElementSibling ?? row?.previousElementSibling;
  const controls = next?.querySelectorAll<HTMLElement>("input, a[href], button") ?? [];
  for (const control of controls) {
    if (!control.checkVisibility()) continue;
    control.focus();
    return;
  }
  document.getElementById("main")?.focus();
}
