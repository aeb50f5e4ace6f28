import { Languages, SunMoon } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { languageCodes } from "../../../src/formats/languages.ts";
import { BareButton } from "../../components/bare-button.tsx";
import { classes } from "../../lib/classes.ts";
import { storedTheme, storeTheme, type Theme, themes } from "../../lib/theme.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { languages, switchLanguage } from "../../texts/language.ts";
import { spokenLanguage } from "../../texts/translation.ts";
import { shellMessages } from "./messages.ts";

const text = shellMessages.settings;

/** Language and theme, each by name, behind one button. It opens before any script has loaded. */
export function SettingsMenu() {
  const menu = useRef<HTMLDetailsElement>(null);
  const [stored, setTheme] = useState(storedTheme);
  // A server-rendered page does not know what this browser stores.
  const theme = useHydrated() ? stored : "system";
  const { language } = spokenLanguage();
  useDismissal(menu);
  const changeTheme = (next: Theme) => {
    storeTheme(next);
    setTheme(next);
  };
  return (
    <details ref={menu} className="group relative">
      <summary className="inline-flex min-h-10 cursor-pointer list-none items-center gap-1.5 rounded-lg px-2.5 font-semibold text-ink hover:bg-tint hover:text-brand [&::-webkit-details-marker]:hidden">
        <Languages className="size-5" aria-hidden="true" />
        <SunMoon className="size-5" aria-hidden="true" />
        <span className="text-sm sm:hidden" aria-hidden="true">
          {text.language}
        </span>
        <span className="sr-only xl:not-sr-only">{text.open}</span>
      </summary>
      <div className="absolute top-full right-0 z-40 mt-1 grid w-max max-w-[calc(100vw-2rem)] gap-4 rounded-xl border border-line bg-card p-4 shadow-lifted">
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
      </div>
    </details>
  );
}

function Choices({ name, children }: { name: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm text-muted">{name}</legend>
      <div className="flex flex-wrap gap-1.5">{children}</div>
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
        "min-h-10 rounded-lg border px-3 font-semibold",
        isChosen
          ? "border-brand bg-tint text-brand-strong forced-colors:outline-2"
          : "border-field-line text-ink hover:border-brand hover:bg-tint",
      )}
    >
      {children}
    </BareButton>
  );
}

/** Closes an open menu on Escape, which restores the focus, and when the focus or a click goes elsewhere. */
function useDismissal(menu: { current: HTMLDetailsElement | null }): void {
  useEffect(() => {
    const closeUnlessInside = ({ target }: Event) => {
      const element = menu.current;
      if (element?.open && target instanceof Node && !element.contains(target)) element.open = false;
    };
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      const element = menu.current;
      if (key !== "Escape" || !element?.open) return;
      element.open = false;
      element.querySelector("summary")?.focus();
    };
    document.addEventListener("pointerdown", closeUnlessInside);
    document.addEventListener("focusin", closeUnlessInside);
    document.addEventListener("keydown", closeOnEscape);
    return () => {
      document.removeEventListener("pointerdown", closeUnlessInside);
      document.removeEventListener("focusin", closeUnlessInside);
      document.removeEventListener("keydown", closeOnEscape);
    };
  }, [menu]);
}
