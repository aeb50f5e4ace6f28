import {
  type ApplyReferralInput,
  applyReferralSchema,
  longestReferralCode,
} from "../../../src/features/referrals/referrals.schema.ts";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { notify } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";
import { useAttempt } from "../../lib/use-attempt.ts";
import { useZodForm } from "../../lib/use-zod-form.ts";
import { referralsMessages } from "../../texts/referrals.ts";
import { translate } from "../../texts/translation.ts";

const text = referralsMessages.apply;

/** Applies another user's code, once per account. */
export function ApplyForm() {
  const { field, error, reset, submit, busy } = useZodForm(applyReferralSchema, { referralCode: "" });
  const calls = trpc.useUtils();
  const apply = trpc.referrals.applyCode.useMutation();
  const { attempt, failure } = useAttempt(text, { toast: true });
  const send = (input: ApplyReferralInput) =>
    attempt(async () => {
      const answer = await apply.mutateAsync(input);
      reset();
      notify({ kind: "success", title: text.done, description: translate(answer) });
      await calls.billing.status.invalidate();
    });
  return (
    <form
      noValidate
      className="grid gap-x-6 gap-y-4 rounded-panel bg-sunk p-4 lg:grid-cols-mark-action"
      onSubmit={submit(send)}
    >
      <h3>{text.title}</h3>
      <Field label={text.label} hint={text.hint} error={error("referralCode") ?? failure?.message}>
        {(control) => (
          <input
            {...control}
            {...field("referralCode")}
            maxLength={longestReferralCode}
            className={`${control.className} font-mono uppercase`}
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </Field>
      <div className="lg:self-end">
        <Button type="submit" variant="secondary" busy={busy}>
          {busy ? text.pending : text.submit}
        </Button>
      </div>
    </form>
  );
}
