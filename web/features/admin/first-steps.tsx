import { useId } from "react";
import { Card } from "../../components/card.tsx";
import { paymentsOpen, plans } from "../../environment/server-settings.ts";
import { adminMessages } from "./messages.ts";

const text = adminMessages.firstSteps;
const setting = "TRIAL_DOCUMENTS=unlimited";

/** What an administrator decides after the first start; nothing on a site that takes payments. */
export function FirstSteps() {
  const title = useId();
  if (paymentsOpen) return null;
  const { documentLimit } = plans.trial;
  return (
    <Card aria-labelledby={title} className="mb-8">
      <h2 id={title} className="text-2xl">
        {text.title}
      </h2>
      <p className="mt-2 max-w-3xl">
        {documentLimit === null ? text.unlimited : text.limited(documentLimit)}
      </p>
      {documentLimit !== null && (
        <p className="mt-2 max-w-3xl text-muted">
          {text.change} <code className="wrap-anywhere">{setting}</code>
        </p>
      )}
    </Card>
  );
}
