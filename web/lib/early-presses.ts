/** Set on the page once its script is there, and on the button that was pressed before. */
const alive = "data-alive";
const pressed = "data-pressed-early";

/** Before the first paint: notes which button of a page that was drawn ahead is pressed while it can do nothing yet. */
export function noteEarlyPresses(): void {
  document.addEventListener("click", ({ target }) => {
    if (document.documentElement.hasAttribute(alive) || !(target instanceof Element)) return;
    document.querySelector(`[${pressed}]`)?.removeAttribute(pressed);
    target.closest("button")?.setAttribute(pressed, "");
  });
}

/** Once the page is alive: presses that button again, so that nobody has to. */
export function repeatEarlyPress(): void {
  document.documentElement.setAttribute(alive, "");
  const button = document.querySelector<HTMLButtonElement>(`button[${pressed}]`);
  button?.removeAttribute(pressed);
  button?.click();
}
