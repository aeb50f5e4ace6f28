import { describe, expect, test } from "bun:test";
import { languageCodes } from "../../src/formats/languages.ts";
import { chooseLanguage, chooseLocale, languages } from "./language.ts";

describe("the language of the page", () => {
  test("is the one that the reader chose, whatever the browser requests", () => {
    expect(chooseLanguage("es", ["en-US", "en"])).toBe("es");
    expect(chooseLanguage("en", ["es-MX"])).toBe("en");
  });

  test("is otherwise the first of the browser's languages that the page has, for any country", () => {
    expect(chooseLanguage(null, ["ca", "es-419", "en"])).toBe("es");
    expect(chooseLanguage(null, ["en-GB", "es"])).toBe("en");
    expect(chooseLanguage("tlh", ["ES-mx"])).toBe("es");
  });

  test("is otherwise English", () => {
    expect(chooseLanguage(null, ["fr", "de-AT"])).toBe("en");
    expect(chooseLanguage("", [])).toBe("en");
    expect(chooseLanguage(null, ["est", "eng"])).toBe("en");
  });

  test("is offered by its own name, for each language", () => {
    expect(Object.keys(languages)).toEqual([...languageCodes]);
  });
});

test("dates and numbers follow the reader's country, and the United States in English", () => {
  expect(chooseLocale("es", ["ca", "es-MX"])).toBe("es-MX");
  expect(chooseLocale("es", ["es", "fr"])).toBe("es-MX");
  expect(chooseLocale("en", ["en-GB"])).toBe("en-US");
});
