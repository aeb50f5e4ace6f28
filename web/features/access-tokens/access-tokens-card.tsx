import { useState } from "react";
import { Card } from "../../components/card.tsx";
import { OneTimeSecret } from "../../components/one-time-secret.tsx";
import { accessTokensMessages as text } from "../../texts/access-tokens.ts";
import { TokenForm } from "./token-form.tsx";
import { TokenList } from "./token-list.tsx";

/** Creates and revokes the access tokens of the user's programs. */
export function AccessTokens() {
  const [made, setMade] = useState<string>();
  return (
    <Card aria-labelledby="tokens-title">
      <h2 id="tokens-title" className="text-heading">
        {text.title}
      </h2>
      <p className="mt-2 text-muted">
        {text.intro} {text.passwords}{" "}
        <a href="/api/docs" className="link">
          {text.docs}
        </a>
      </p>
      {made === undefined ? (
        <TokenForm onMade={({ token }) => setMade(token)} />
      ) : (
        <OneTimeSecret value={made} text={text.made} onDone={() => setMade(undefined)} />
      )}
      <h3 className="mt-8">{text.list.title}</h3>
      <div className="mt-2">
        <TokenList />
      </div>
    </Card>
  );
}
