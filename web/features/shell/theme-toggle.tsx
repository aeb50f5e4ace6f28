import { Monitor, Moon, Sun } from "lucide-react";
import { useState } from "react";
import { Tooltip } from "../../components/tooltip.tsx";
import { nextTheme, storedTheme, storeTheme } from "../../lib/theme.ts";
import { shellMessages } from "./messages.ts";

const icons = { system: Monitor, light: Sun, dark: Moon } as const;

/** One button, three states: as the system says, light, dark. */
export function ThemeToggle() {
  const [theme, setTheme] = useState(storedTheme);
  const Icon = icons[theme];
  const change = () => {
    const next = nextTheme(theme);
    storeTheme(next);
    setTheme(next);
  };
  return (
    <Tooltip text={shellMessages.theme[theme]}>
      <button
        type="button"
        onClick={change}
        aria-label={shellMessages.theme[theme]}
        className="grid size-10 place-items-center rounded-lg text-muted hover:bg-tint hover:text-brand"
      >
        <Icon className="size-5" aria-hidden="true" />
      </button>
    </Tooltip>
  );
}
