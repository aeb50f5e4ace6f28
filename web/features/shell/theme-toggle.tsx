import { Monitor, Moon, Sun } from "lucide-react";
import { useState } from "react";
import { IconButton } from "../../components/icon-button.tsx";
import { nextTheme, storedTheme, storeTheme } from "../../lib/theme.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { shellMessages } from "./messages.ts";

const icons = { system: Monitor, light: Sun, dark: Moon } as const;

/** One button, three states: system, light, dark. */
export function ThemeToggle() {
  const [chosen, setTheme] = useState(storedTheme);
  // The server does not know the stored choice.
  const theme = useHydrated() ? chosen : "system";
  const change = () => {
    const next = nextTheme(theme);
    storeTheme(next);
    setTheme(next);
  };
  return <IconButton icon={icons[theme]} label={shellMessages.theme[theme]} onClick={change} />;
}
