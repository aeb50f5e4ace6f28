import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { trustTexts } from "../verifier/test-issued.ts";
import { withKeys } from "./checker.ts";

const page = readFileSync(join(import.meta.dir, "../../../web/offline/verify.html"), "utf8");

test("the service's keys are in the page as data, whatever its name is", () => {
  const keys = { ...trustTexts, name: "</script><script>alert(1)</script> $& Ltd" };
  const html = withKeys(page, keys);
  const written = /<script type="application\/json" id="keys">(.*)<\/script>/.exec(html)?.[1] ?? "";
  expect(JSON.parse(written)).toEqual(keys);
  expect(html.split("</script>").length).toBe(page.split("</script>").length);
});

test("a page without a placeholder for keys is never put into a pack", () => {
  expect(() => withKeys("<html></html>", trustTexts)).toThrow("no place for keys");
});
