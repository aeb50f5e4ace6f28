import "./lib/schemas-without-eval.ts";
import { readersLanguage } from "./texts/language.ts";
import { openTranslation } from "./texts/translation.ts";

// What follows reads its texts when it is loaded, so the language is settled first.
await openTranslation(readersLanguage(), navigator.languages);
// The page that strangers open, from a QR code, comes together with all that it stands in, not behind it.
if (location.pathname.startsWith("/verify/")) void import("./pages/verify-page.tsx");
await import("./main.tsx");
