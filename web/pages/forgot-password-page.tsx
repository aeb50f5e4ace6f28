import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { buttonClasses } from "../components/button.tsx";
import { providersOnly } from "../environment/server-settings.ts";
import { type ForgotAnswer, ForgotForm } from "../features/password/forgot-form.tsx";
import { NoPasswordsCard } from "../features/password/no-passwords-card.tsx";
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
        <NoPasswordsCard title={text.title} />
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
