import { askEarly, recordAddress } from "./lib/early-answers.ts";
import { noteEarlyPresses } from "./lib/early-presses.ts";
import { applyTheme, storedTheme } from "./lib/theme.ts";
import { hideForeignDrawing } from "./texts/drawn-language.ts";

applyTheme(storedTheme());
hideForeignDrawing();
noteEarlyPresses();
const record = recordAddress(location.pathname);
if (record !== null) askEarly(record);
