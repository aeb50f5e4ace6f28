import { languageCodes } from "../../src/formats/languages.ts";
import { languages } from "../texts/language.ts";

/** The options of a `<select>` of languages, each named in its own language. */
export function LanguageOptions() {
  return languageCodes.map((code) => (
    <option key={code} value={code} lang={code}>
      {languages[code]}
    </option>
  ));
}
