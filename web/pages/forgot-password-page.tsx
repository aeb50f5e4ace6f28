import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { buttonClasses } from "../components/button.tsx";
import { Card } from "../components/card.tsx";
import { providers, providersOnly } from "../environment/server-settings.ts";
import { type ForgotAnswer, ForgotForm } from "../features/password/forgot-form.tsx";
import { PasswordDone } from "../features/password/password-done.tsx";
import { PageFrame } from "../features/shell/page-frame.tsx";
import { PublicHeader } from "../features/shell/public-header.tsx";
import { useTitle } from "../lib/use-title.ts";
import { passwordMessages } from "../texts/password.ts";
import { translate } from "../texts/translation.ts";

const text = passwordMessages.forgot;

/** For users who cannot log in. */
export function ForgotPasswordPage() {
  const [answer, setAnswer] = useState<ForgotAnswer>();
  useTitle(text.title);
  return (
    <PageFrame header={<PublicHeader />} narrow>
      {providersOnly ? (
        <Card aria-labelledby="forgot-title">
          <h1 id="forgot-title" className="text-title">
            {text.title}
          </h1>
          <p className="mt-2 mb-6">{text.noPasswords(providers.map(({ name }) => name).join(", "))}</p>
          <Link to="/" className={buttonClasses({ variant: "secondary" })}>
            {text.login}
          </Link>
        </Card>
      ) : answer === undefined ? (
        <ForgotForm onAsked={setAnswer} />
      ) : (
        <PasswordDone title={answer.mailed ? text.mailedTitle : text.savedTitle}>
          <p>{translate(answer)}</p>
          {answer.mailed && <p className="text-muted">{text.mailedHint}</p>}
          <Link to="/" className={buttonClasses({ variant: "secondary" })}>
            {text.login}
          </Link>
        </PasswordDone>
      )}
    </PageFrame>
  );
}
