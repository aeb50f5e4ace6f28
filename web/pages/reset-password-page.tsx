import { Link } from "@tanstack/react-router";
import { CircleAlert } from "lucide-react";
import { useState } from "react";
import { buttonClasses } from "../components/button.tsx";
import { Notice } from "../components/notice.tsx";
import { providersOnly } from "../environment/server-settings.ts";
import { NoPasswordsCard } from "../features/password/no-passwords-card.tsx";
import { PasswordDone } from "../features/password/password-done.tsx";
import { ResetForm } from "../features/password/reset-form.tsx";
import { PageFrame } from "../features/shell/page-frame.tsx";
import { PublicHeader } from "../features/shell/public-header.tsx";
import { useLinkToken } from "../lib/use-link-token.ts";
import { useNoIndex } from "../lib/use-no-index.ts";
import { useTitle } from "../lib/use-title.ts";
import { passwordMessages } from "../texts/password.ts";

const text = passwordMessages.reset;

/** The target of the link in a password reset email. Its token follows the #, which browsers do not send. */
export function ResetPasswordPage() {
  const token = useLinkToken();
  useTitle(text.title);
  useNoIndex();
  return (
    <PageFrame header={<PublicHeader />} narrow>
      {providersOnly ? (
        <NoPasswordsCard title={text.title} />
      ) : token === "" ? (
        <IncompleteLink />
      ) : (
        <Reset key={token} token={token} />
      )}
    </PageFrame>
  );
}

function Reset({ token }: { token: string }) {
  const [username, setUsername] = useState<string>();
  if (username === undefined) return <ResetForm token={token} onDone={setUsername} />;
  return (
    <PasswordDone title={text.doneTitle}>
      <p className="wrap-anywhere">{text.doneText(username)}</p>
      <Link to="/" className={buttonClasses()}>
        {text.login}
      </Link>
    </PasswordDone>
  );
}

function IncompleteLink() {
  return (
    <>
      <h1 className="mb-4 text-title">{text.title}</h1>
      <Notice tone="bad" icon={<CircleAlert aria-hidden="true" />}>
        <p>{text.incomplete}</p>
        <Link to="/forgot-password" className="link">
          {text.askAgain}
        </Link>
      </Notice>
    </>
  );
}
