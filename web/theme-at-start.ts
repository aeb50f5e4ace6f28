import { applyTheme, storedTheme } from "./lib/theme.ts";

applyTheme(storedTheme());
