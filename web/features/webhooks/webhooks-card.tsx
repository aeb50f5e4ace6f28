import { useState } from "react";
import { Card } from "../../components/card.tsx";
import { OneTimeSecret } from "../../components/one-time-secret.tsx";
import { webhooksMessages as text } from "../../texts/webhooks.ts";
import { WebhookForm } from "./webhook-form.tsx";
import { WebhookList } from "./webhook-list.tsx";

/** The webhooks that notify the user's programs about documents. */
export function WebhooksCard() {
  const [secret, setSecret] = useState<string>();
  return (
    <Card aria-labelledby="webhooks-title">
      <h2 id="webhooks-title" className="text-heading">
        {text.title}
      </h2>
      <p className="mt-2 text-muted">{text.intro}</p>
      {secret === undefined ? (
        <WebhookForm onSecret={setSecret} />
      ) : (
        <OneTimeSecret key={secret} value={secret} text={text.secret} onDone={() => setSecret(undefined)} />
      )}
      <h3 className="mt-8">{text.list.title}</h3>
      <div className="mt-2">
        <WebhookList onSecret={setSecret} />
      </div>
    </Card>
  );
}
