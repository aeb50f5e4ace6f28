/**
 * Remembers a press, with a key or a pointer, of a button whose script is not ready yet (components/bare-button.tsx),
 * and repeats it as soon as it is. Enter in a field presses the button of its form.
 */
export function repeatEarlyPresses(): void {
  const waiting = new WeakSet<HTMLElement>();
  const repeatEarlyPress = (event: MouseEvent) => {
    const { target } = event;
    const button = target instanceof Element && target.closest<HTMLElement>("[data-asleep]");
    if (!button) return;
    event.preventDefault();
    event.stopPropagation();
    if (waiting.has(button)) return;
    waiting.add(button);
    // React removes the attribute in the commit that gives the button its handler.
    new MutationObserver((_changes, observer) => {
      observer.disconnect();
      button.click();
    }).observe(button, { attributeFilter: ["data-asleep"] });
  };
  document.addEventListener("click", repeatEarlyPress, true);
}
