import { Link } from "@tanstack/react-router";
import { buttonClasses } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { providers } from "../../environment/server-settings.ts";
import { passwordMessages } from "../../texts/password.ts";

const text = passwordMessages.forgot;

/** In place of a form for passwords, where only identity providers sign in. */
export function NoPasswordsCard({ title }: { title: string }) {
  return (
    <Card aria-labelledby="no-passwords">
      <h1 id="no-passwords" className="text-title">
        {title}
      </h1>
      <p className="mt-2 mb-6">{text.noPasswords(providers.map(({ name }) => name).join(", "))}</p>
      <Link to="/" className={buttonClasses({ variant: "secondary" })}>
        {text.login}
      </Link>
    </Card>
  );
}
