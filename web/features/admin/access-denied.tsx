import { Link } from "@tanstack/react-router";
import { KeyRound, ShieldX } from "lucide-react";
import { buttonClasses } from "../../components/button.tsx";
import { useTitle } from "../../lib/use-title.ts";
import { adminMessages } from "../../texts/admin.ts";

const text = adminMessages.denied;

export function AccessDenied() {
  useTitle(text.title);
  return (
    <div className="grid justify-items-center gap-4 py-16 text-center">
      <ShieldX className="size-16 text-bad" strokeWidth={1.5} aria-hidden="true" />
      <h1 className="text-title">{text.title}</h1>
      <p className="text-muted">{text.text}</p>
      <Link to="/" className={buttonClasses()}>
        {text.home}
      </Link>
    </div>
  );
}

/** For an administrator whose password is too short, or was not used since the rights were granted. */
export function LongerPassword() {
  const { title, text: sentence, account } = adminMessages.password;
  useTitle(title);
  return (
    <div className="grid justify-items-center gap-4 py-16 text-center">
      <KeyRound className="size-16 text-muted" strokeWidth={1.5} aria-hidden="true" />
      <h1 className="text-title">{title}</h1>
      <p className="max-w-text text-muted">{sentence}</p>
      <Link to="/account" className={buttonClasses()}>
        {account}
      </Link>
    </div>
  );
}
