/** A button as a person sees or hears it. */
const nameOf = (button: Element) => `${button.getAttribute("aria-label")} ${button.textContent}`;

/**
 * Remembers presses, with a key or a pointer, of buttons whose script is not ready yet
 * (components/bare-button.tsx), and repeats each once as soon as it is. Enter in a field presses the button of its
 * form. Presses are forgotten if the person goes on to type or presses Escape; a press is also forgotten if its button
 * means something else once it is ready.
 */
export function repeatEarlyPresses(): void {
  const waiting = new Map<Element, MutationObserver>();
  const forget = (button: Element) => {
    waiting.get(button)?.disconnect();
    waiting.delete(button);
    button.removeAttribute("aria-busy");
  };
  const forgetAll = () => [...waiting.keys()].forEach(forget);
  const remember = (event: MouseEvent) => {
    const { target } = event;
    const button = target instanceof Element && target.closest<HTMLElement>("[data-asleep]");
    if (!button) return;
    event.preventDefault();
    event.stopPropagation();
    if (waiting.has(button)) return;
    const pressed = nameOf(button);
    // React removes the attribute in the commit that gives the button its handler.
    const observer = new MutationObserver(() => {
      forget(button);
      if (nameOf(button) === pressed) button.click();
    });
    observer.observe(button, { attributeFilter: ["data-asleep"] });
    waiting.set(button, observer);
    button.setAttribute("aria-busy", "true");
  };
  document.addEventListener("click", remember, true);
  document.addEventListener("input", forgetAll, true);
  document.addEventListener("keydown", ({ key }) => key === "Escape" && forgetAll(), true);
}
