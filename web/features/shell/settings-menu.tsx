import { Languages, SunMoon } from "lucide-react";
import { type ReactNode, useState } from "react";
import { languageCodes } from "../../../src/formats/languages.ts";
import { BareButton } from "../../components/bare-button.tsx";
import { classes } from "../../lib/classes.ts";
import { storedTheme, storeTheme, type Theme, themes } from "../../lib/theme.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { languages, switchLanguage } from "../../texts/language.ts";
import { spokenLanguage } from "../../texts/translation.ts";
import { HeaderMenu } from "./header-menu.tsx";
import { shellMessages } from "./messages.ts";

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
          <Choice
            key={code}
            lang={code}
            isChosen={code === language}
            onChoose={() => code !== language && switchLanguage(code)}
          >
            {languages[code]}
          </Choice>
        ))}
      </Choices>
      <Choices name={text.theme}>
        {themes.map((name) => (
          <Choice key={name} isChosen={name === theme} onChoose={() => changeTheme(name)}>
            {text.themes[name]}
          </Choice>
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

type ChoiceProps = { isChosen: boolean; lang?: string; onChoose: () => void; children: ReactNode };

function Choice({ isChosen, lang, onChoose, children }: ChoiceProps) {
  return (
    <BareButton
      lang={lang}
      aria-pressed={isChosen}
      onClick={onChoose}
      className={classes(
        "min-h-11 rounded-lg border px-3 font-semibold",
        isChosen
          ? "border-brand bg-tint text-brand-strong forced-colors:outline-2"
          : "border-field-line text-ink hover:border-brand hover:bg-tint",
      )}
    >
      {children}
    </BareButton>
  );
}
