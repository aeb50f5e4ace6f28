import "./lib/schemas-without-eval.ts";
import { readersLanguage } from "./texts/language.ts";
import { openTranslation } from "./texts/translation.ts";

// The imports below read their texts when they are loaded, so the language is set first.
await openTranslation(readersLanguage(), navigator.languages);
// The page that strangers open from a QR code is loaded together with its frame, not after it.
if (location.pathname.startsWith("/verify/")) {
  void import("./pages/verify-page.tsx");
  if (location.hash.length > 1) void import("./features/verification/check-code.ts");
}
await import("./main.tsx");
