import { useId } from "react";
import { type WebhookEvent, webhookEvents } from "../../../db/columns/webhooks.ts";
import { FieldError } from "../../components/field.tsx";
import { webhooksMessages } from "../../texts/webhooks.ts";
import { useRights } from "../accounts/use-rights.ts";

type Props = {
  chosen: readonly string[];
  error: string | undefined;
  onChoose: (event: WebhookEvent, isChosen: boolean) => void;
};

/**
 * Checkboxes for the events of a webhook; those about payments of an office are for its owners. After an error, the
 * group gets the focus.
 */
export function EventChoice({ chosen, error, onChoose }: Props) {
  const errorId = useId();
  const { mayPay } = useRights();
  const offered = webhookEvents.filter((event) => mayPay || !event.startsWith("payment."));
  return (
    <fieldset name="events" tabIndex={-1} aria-describedby={error === undefined ? undefined : errorId}>
      <legend className="mb-1 font-semibold">{webhooksMessages.form.events}</legend>
      {error !== undefined && <FieldError id={errorId}>{error}</FieldError>}
      <div className="grid sm:grid-cols-2 sm:gap-x-4">
        {offered.map((event) => (
          <label key={event} className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="checkbox"
              className="size-6 shrink-0 accent-brand"
              checked={chosen.includes(event)}
              onChange={({ target }) => onChoose(event, target.checked)}
            />
            {webhooksMessages.events[event]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
