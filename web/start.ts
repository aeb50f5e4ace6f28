import { openTranslation } from "./texts/translation.ts";

// What follows reads its texts when it is loaded, so the language is settled first.
await openTranslation();
await import("./main.tsx");
