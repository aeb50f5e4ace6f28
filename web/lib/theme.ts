import { browserStorage } from "../environment/storage.ts";

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

const storageKey = "theme";

/** The stored choice; `system` if there is no valid one. */
export function storedTheme(): Theme {
  const stored = browserStorage.read(storageKey);
  return themes.find((theme) => theme === stored) ?? "system";
}

/** styles.css reads the attribute; without it the system's setting applies. */
export function applyTheme(theme: Theme): void {
  if (theme === "system") document.documentElement.removeAttribute("data-theme");
  else document.documentElement.setAttribute("data-theme", theme);
}

export function storeTheme(theme: Theme): void {
  applyTheme(theme);
  browserStorage.write(storageKey, theme);
}
