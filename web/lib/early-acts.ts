/** Set on the page once its script is there, and on the button that was pressed before. */
const alive = "data-alive";
const pressed = "data-pressed-early";

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Before the first paint: notes which button of a page that was drawn ahead is pressed while it can do nothing yet. */
export function noteEarlyActs(): void {
  document.addEventListener("click", ({ target }) => {
    if (document.documentElement.hasAttribute(alive) || !(target instanceof Element)) return;
    document.querySelector(`[${pressed}]`)?.removeAttribute(pressed);
    target.closest("button")?.setAttribute(pressed, "");
  });
}

let typed: [field: Field, value: string][] = [];

/** Before the script takes over what was drawn: React empties the fields it finds. */
export function keepTyped(root: HTMLElement): void {
  const fields = root.querySelectorAll<Field>("form input, form textarea");
  typed = [...fields].filter(({ value }) => value !== "").map((field) => [field, field.value]);
}

/** Once the page is alive: makes known to it what was typed, and presses that button again, so that nobody has to. */
export function repeatEarlyActs(): void {
  document.documentElement.setAttribute(alive, "");
  for (const [field, value] of typed.splice(0)) typeAgain(field, value);
  const button = document.querySelector<HTMLButtonElement>(`button[${pressed}]`);
  button?.removeAttribute(pressed);
  // The form knows what was typed only when this turn is over.
  setTimeout(() => button?.click());
}

/** React hears of a value only when it differs from the last one it saw, which is what stood there when it came. */
function typeAgain(field: Field, value: string): void {
  field.value = "";
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
