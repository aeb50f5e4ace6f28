/** Test support: short pages and scripts in place of those that the build makes. */
import type { BuiltParts } from "./site-texts.ts";

const place = '<script type="application/json" id="keys">{}</script>';

export const testSiteParts: BuiltParts = {
  checker: `<!doctype html>${place}`,
  script: "1;",
  style: "p{}",
  lookup: "2;",
};
