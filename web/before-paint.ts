import { isConfirmed } from "./environment/server-settings.ts";
import { markPendingCode } from "./features/verification/pending-code.ts";
import { recordAddress, requestEarly } from "./lib/early-answers.ts";
import { repeatEarlyPresses } from "./lib/early-press.ts";
import { readFragment } from "./lib/fragment.ts";
import { applyTheme, storedTheme } from "./lib/theme.ts";
import { hideForeignDrawing } from "./texts/drawn-language.ts";

applyTheme(storedTheme());
hideForeignDrawing();
repeatEarlyPresses();
const record = recordAddress(location.pathname);
markPendingCode(record !== null && readFragment(location.hash) !== "");
if (record !== null && !isConfirmed) requestEarly(record);
