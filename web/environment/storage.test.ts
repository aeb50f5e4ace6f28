import { afterEach, beforeEach, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";
import { showNoticeOfLastPage } from "../lib/notify.ts";
import { storedTheme } from "../lib/theme.ts";
import { browserStorage } from "./storage.ts";

const kinds = ["localStorage", "sessionStorage"] as const;
const before = kinds.map((kind) => Object.getOwnPropertyDescriptor(globalThis, kind));

beforeEach(() => {
  for (const kind of kinds) {
    Object.defineProperty(globalThis, kind, {
      configurable: true,
      get() {
        throw new DOMException("The operation is insecure.", "SecurityError");
      },
    });
  }
});
afterEach(() => {
  for (const [index, kind] of kinds.entries()) {
    const descriptor = before[index];
    if (descriptor) Object.defineProperty(globalThis, kind, descriptor);
    else Reflect.deleteProperty(globalThis, kind);
  }
});

test("a browser that forbids storage shows the page, in the system's theme, and remembers nothing", () => {
  expect(showNoticeOfLastPage).not.toThrow();
  expect(storedTheme()).toBe("system");
  browserStorage.write("payment", "pi_1");
  browserStorage.remove("payment");
  expect(browserStorage.read("payment")).toBeNull();
});

test("only one file of the page accesses browser storage", () => {
  const web = join(import.meta.dir, "..");
  const files = [...new Glob("**/*.{ts,tsx}").scanSync(web)].filter((name) => !name.endsWith(".test.ts"));
  const mentions = (name: string) =>
    /\b(?:local|session)Storage\b/.test(readFileSync(join(web, name), "utf8"));
  expect(files.filter(mentions)).toEqual(["environment/storage.ts"]);
});
