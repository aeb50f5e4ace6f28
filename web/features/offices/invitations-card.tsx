import { useRef, useState } from "react";
import { z } from "zod";
import { officeRoles } from "../../../db/columns/offices.ts";
import type { OfficeView } from "../../../src/features/offices/offices.output.schema.ts";
import { inviteSchema } from "../../../src/features/offices/offices.schema.ts";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { Field } from "../../components/field.tsx";
import { OneTimeSecret } from "../../components/one-time-secret.tsx";
import { SendForm } from "../../components/send-form.tsx";
import { TextField } from "../../components/text-field.tsx";
import { formatCents, formatDay } from "../../lib/format.ts";
import { notify } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";
import { useAttempt } from "../../lib/use-attempt.ts";
import { useZodForm } from "../../lib/use-zod-form.ts";
import { officesMessages } from "../../texts/offices.ts";
import { showFailure } from "./use-switch.ts";

const text = officesMessages.invite;
const formSchema = z.object({
  role: inviteSchema.shape.role,
  email: z.union([z.literal(""), inviteSchema.shape.email.unwrap()]),
});

/** Invites people, by a link or by email, and withdraws invitations; for managers and owners. */
export function InvitationsCard({ office }: { office: OfficeView }) {
  const [url, setUrl] = useState<string>();
  const title = useRef<HTMLHeadingElement>(null);
  const { offices } = trpc.useUtils();
  const withdraw = trpc.offices.withdraw.useMutation({
    onError: showFailure,
    onSettled: async (_, error) => {
      await offices.get.invalidate();
      if (!error) title.current?.focus();
    },
  });
  return (
    <Card aria-labelledby="invite-title">
      <h2 id="invite-title" ref={title} tabIndex={-1} className="text-heading">
        {text.title}
      </h2>
      <MemberPrice office={office} />
      {url === undefined ? (
        <InviteForm office={office} onMade={setUrl} />
      ) : (
        <OneTimeSecret value={url} text={text.made} canBeShared onDone={() => setUrl(undefined)} />
      )}
      {office.invitations.length > 0 && (
        <>
          <h3 className="mt-8">{text.open}</h3>
          <ul className="divide-y divide-line">
            {office.invitations.map(({ id, role, email, expiresAt }) => {
              const who = email ?? text.anyone;
              return (
                <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3">
                  <div className="min-w-0 wrap-anywhere">
                    <p className="font-semibold">{who}</p>
                    <p className="text-sm text-muted">
                      {officesMessages.roles[role]} · {text.until(formatDay(Date.parse(expiresAt)))}
                    </p>
                  </div>
                  <Button
                    variant="secondary"
                    size="small"
                    aria-label={text.withdrawNamed(who)}
                    busy={withdraw.isPending}
                    onClick={() => withdraw.mutate({ id })}
                  >
                    {text.withdraw}
                  </Button>
                </li>
              );
            })}
          </ul>
        </>
      )}
    </Card>
  );
}

/** What a further member costs, where the plan of the office is paid for each. */
function MemberPrice({ office: { memberPrice, memberPriceUntil: until } }: { office: OfficeView }) {
  if (memberPrice === null) return null;
  const price = formatCents(memberPrice);
  return (
    <p className="mt-2 text-sm text-muted">
      {until === null
        ? officesMessages.memberPrice(price)
        : officesMessages.memberPriceUntil(price, formatDay(Date.parse(until)))}
    </p>
  );
}

function InviteForm({ office, onMade }: { office: OfficeView; onMade: (url: string) => void }) {
  const form = useZodForm(formSchema, { role: "member", email: "" });
  const { offices } = trpc.useUtils();
  const invite = trpc.offices.invite.useMutation();
  const { attempt, failure } = useAttempt(officesMessages);
  // Members become owners in the list of members, with proof.
  const roles = officeRoles.slice(0, officeRoles.indexOf(office.role) + 1).filter((role) => role !== "owner");
  const send = ({ role, email }: z.infer<typeof formSchema>) =>
    attempt(async () => {
      const { url } = await invite.mutateAsync(email === "" ? { role } : { role, email });
      form.reset();
      void offices.get.invalidate();
      if (url === null) notify({ kind: "success", title: text.mailed });
      else onMade(url);
    });
  return (
    <SendForm onSubmit={form.submit(send)} busy={form.busy} failure={failure} texts={text}>
      <Field label={text.role} error={form.error("role")}>
        {(control) => (
          <select {...control} {...form.field("role")}>
            {roles.map((role) => (
              <option key={role} value={role}>
                {officesMessages.roles[role]}
              </option>
            ))}
          </select>
        )}
      </Field>
      {!office.canMail && <p className="text-sm text-muted">{text.linkHint}</p>}
      {office.canMail && (
        <TextField
          form={form}
          name="email"
          kind="email"
          label={text.email}
          hint={text.emailHint}
          autoComplete="off"
        />
      )}
    </SendForm>
  );
}
