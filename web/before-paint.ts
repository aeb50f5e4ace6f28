import { isConfirmed } from "./environment/server-settings.ts";
import { markPendingCode } from "./features/verification/pending-code.ts";
import { recordAddress, requestEarly } from "./lib/early-answers.ts";
import { repeatEarlyPresses } from "./lib/early-press.ts";
import { readFragment } from "./lib/fragment.ts";
import { serialInPath } from "./lib/serial-in-path.ts";
import { applyTheme, storedTheme } from "./lib/theme.ts";
import { hideForeignDrawing } from "./texts/drawn-language.ts";

applyTheme(storedTheme());
hideForeignDrawing();
repeatEarlyPresses();
const serialNumber = serialInPath(location.pathname);
markPendingCode(serialNumber !== null && readFragment(location.hash) !== "");
if (serialNumber !== null && !isConfirmed) requestEarly(recordAddress(serialNumber));
