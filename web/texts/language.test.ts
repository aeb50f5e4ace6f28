import { describe, expect, test } from "bun:test";
import { chooseLanguage, languageCodes, languages, localeOf } from "./language.ts";

describe("the language of the page", () => {
  test("is the one its reader chose, whatever the browser asks for", () => {
    expect(chooseLanguage("es", ["en-US", "en"])).toBe("es");
    expect(chooseLanguage("en", ["es-MX"])).toBe("en");
  });

  test("is else the first of the browser's that the page has, from whatever country", () => {
    expect(chooseLanguage(null, ["ca", "es-419", "en"])).toBe("es");
    expect(chooseLanguage(null, ["en-GB", "es"])).toBe("en");
    expect(chooseLanguage("tlh", ["ES-mx"])).toBe("es");
  });

  test("is else English", () => {
    expect(chooseLanguage(null, ["fr", "de-AT"])).toBe("en");
    expect(chooseLanguage("", [])).toBe("en");
    expect(chooseLanguage(null, ["est", "eng"])).toBe("en");
  });

  test("is offered by its own name, each that there is", () => {
    expect(Object.keys(languages)).toEqual([...languageCodes]);
  });
});

test("dates and numbers are those of the reader's country, and of the United States in English", () => {
  expect(localeOf("es", ["ca", "es-MX"])).toBe("es-MX");
  expect(localeOf("es", ["fr"])).toBe("es");
  expect(localeOf("en", ["en-GB"])).toBe("en-US");
});
