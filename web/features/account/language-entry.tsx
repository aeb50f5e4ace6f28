import { useState } from "react";
import type { CurrentUser } from "../../../src/features/accounts/accounts.output.schema.ts";
import { languageCodes } from "../../../src/formats/languages.ts";
import { Card } from "../../components/card.tsx";
import { Choice } from "../../components/choice.tsx";
import { notify } from "../../lib/notify.ts";
import { parseServerError } from "../../lib/server-errors.ts";
import { trpc } from "../../lib/trpc.ts";
import { languages } from "../../texts/language.ts";
import { yourAccountMessages } from "./messages.ts";

const text = yourAccountMessages.language;

/** The language of our emails; saved as soon as it is chosen. */
export function LanguageCard({ language }: Pick<CurrentUser, "language">) {
  const [chosen, setChosen] = useState(language);
  const { accounts } = trpc.useUtils();
  const change = trpc.accounts.changeLanguage.useMutation({
    onSuccess: (user) => {
      accounts.me.setData(undefined, user);
      notify({ kind: "success", title: text.done(languages[user.language]) });
    },
    onError: (error) => {
      setChosen(language);
      notify({
        kind: "error",
        title: text.failed,
        description: parseServerError(error).message ?? text.fallback,
      });
    },
  });
  return (
    <Card aria-labelledby="language-title">
      <h2 id="language-title" className="text-2xl">
        {text.title}
      </h2>
      <p className="mt-2 mb-4 text-muted">{text.intro}</p>
      <div className="max-w-64">
        <Choice
          label={text.label}
          value={chosen}
          options={languageCodes}
          names={languages}
          onChange={(value) => {
            const next = languageCodes.find((code) => code === value);
            if (!next || next === chosen) return;
            setChosen(next);
            change.mutate({ language: next });
          }}
        />
      </div>
    </Card>
  );
}
