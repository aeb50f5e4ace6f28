import { BareButton } from "../../components/bare-button.tsx";
import { languageCodes, languages, switchLanguage } from "../../texts/language.ts";
import { spokenLanguage } from "../../texts/translation.ts";

/** The other languages of the page, each by its own name, for readers who do not understand this one. */
export function LanguageSwitch() {
  const { language } = spokenLanguage();
  return languageCodes
    .filter((code) => code !== language)
    .map((code) => (
      <li key={code}>
        <BareButton
          lang={code}
          onClick={() => switchLanguage(code)}
          className="link inline-flex min-h-6 items-center"
        >
          {languages[code]}
        </BareButton>
      </li>
    ));
}
