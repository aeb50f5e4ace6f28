import { Languages, SunMoon } from "lucide-react";
import { type ReactNode, useState } from "react";
import { languageCodes } from "../../../src/formats/languages.ts";
import { Option } from "../../components/option.tsx";
import { storedTheme, storeTheme, type Theme, themes } from "../../lib/theme.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { languages, switchLanguage } from "../../texts/language.ts";
import { shellMessages } from "../../texts/shell.ts";
import { spokenLanguage } from "../../texts/translation.ts";
import { HeaderMenu } from "./header-menu.tsx";

const text = shellMessages.settings;

/** Language and theme, each by name, behind one button. */
export function SettingsMenu({ className }: { className?: string }) {
  return (
    <HeaderMenu
      {...(className !== undefined && { className })}
      face={
        <>
          <Languages className="size-5" aria-hidden="true" />
          <SunMoon className="size-5" aria-hidden="true" />
          <span className="text-sm sm:hidden" aria-hidden="true">
            {text.language}
          </span>
          <span className="sr-only xl:not-sr-only">{text.open}</span>
        </>
      }
    >
      <SettingsChoices />
    </HeaderMenu>
  );
}

/** The choices of language and theme, in a menu. */
export function SettingsChoices() {
  const [stored, setTheme] = useState(storedTheme);
  // A server-rendered page does not know what this browser stores.
  const theme = useHydrated() ? stored : "system";
  const { language } = spokenLanguage();
  const changeTheme = (next: Theme) => {
    storeTheme(next);
    setTheme(next);
  };
  return (
    <>
      <Choices name={text.language}>
        {languageCodes.map((code) => (
          <Option
            key={code}
            lang={code}
            isChosen={code === language}
            onClick={() => code !== language && switchLanguage(code)}
          >
            {languages[code]}
          </Option>
        ))}
      </Choices>
      <Choices name={text.theme}>
        {themes.map((name) => (
          <Option key={name} isChosen={name === theme} onClick={() => changeTheme(name)}>
            {text.themes[name]}
          </Option>
        ))}
      </Choices>
    </>
  );
}

function Choices({ name, children }: { name: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="mb-2 text-sm text-muted">{name}</legend>
      <div className="flex flex-wrap gap-2">{children}</div>
    </fieldset>
  );
}
