import { Link } from "@tanstack/react-router";
import type { CurrentUser } from "../../../src/features/accounts/accounts.output.schema.ts";
import { officeNameSchema } from "../../../src/features/offices/offices.schema.ts";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { FailedNotice } from "../../components/failed-notice.tsx";
import { SendForm } from "../../components/send-form.tsx";
import { TextField } from "../../components/text-field.tsx";
import { trpc } from "../../lib/trpc.ts";
import { useAttempt } from "../../lib/use-attempt.ts";
import { useZodForm } from "../../lib/use-zod-form.ts";
import { officesMessages as text } from "../../texts/offices.ts";
import { readInvitation } from "./pending-invitation.ts";
import { useSwitch } from "./use-switch.ts";

/** The offices that the user belongs to, which they can switch to. */
export function OwnOffices({ office }: Pick<CurrentUser, "office">) {
  const offices = trpc.offices.list.useQuery();
  const change = useSwitch();
  const others = offices.data?.filter(({ id }) => id !== office?.id) ?? [];
  return (
    <Card aria-labelledby="own-offices-title">
      <h2 id="own-offices-title" className="text-heading">
        {text.own.title}
      </h2>
      {readInvitation() !== null && (
        <p className="mt-3">
          <Link to="/invitation" className="link">
            {text.own.invitation}
          </Link>
        </p>
      )}
      {office && (
        <div className="mt-3 grid justify-items-start gap-3">
          <p className="wrap-anywhere">{text.own.now(office.name)}</p>
          <Button variant="secondary" busy={change.isPending} onClick={() => change.mutate({ id: null })}>
            {text.own.back}
          </Button>
        </div>
      )}
      {offices.isPending && (
        <p role="status" className="mt-3 text-muted">
          {text.loading}
        </p>
      )}
      {offices.isError && (
        <FailedNotice again={text.again} onRetry={() => offices.refetch()}>
          {text.failedToLoad}
        </FailedNotice>
      )}
      {offices.data?.length === 0 && <p className="mt-3 text-muted">{text.own.none}</p>}
      {others.length > 0 && (
        <ul className="mt-3 divide-y divide-line">
          {others.map(({ id, name, role }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3">
              <div className="min-w-0 wrap-anywhere">
                <p className="font-semibold">{name}</p>
                <p className="text-sm text-muted">{text.roles[role]}</p>
              </div>
              <Button
                variant="secondary"
                size="small"
                aria-label={text.own.switchTo(name)}
                busy={change.isPending}
                onClick={() => change.mutate({ id })}
              >
                {text.own.use}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Opens an office and switches to it. */
export function NewOffice() {
  const form = useZodForm(officeNameSchema, { name: "" });
  const create = trpc.offices.create.useMutation();
  const change = useSwitch();
  const { attempt, failure } = useAttempt(text);
  const send = ({ name }: { name: string }) =>
    attempt(async () => {
      const { id } = await create.mutateAsync({ name });
      change.mutate({ id });
    });
  return (
    <Card aria-labelledby="new-office-title">
      <h2 id="new-office-title" className="text-heading">
        {text.create.title}
      </h2>
      <SendForm onSubmit={form.submit(send)} busy={form.busy} failure={failure} texts={text.create}>
        <TextField
          form={form}
          name="name"
          label={text.create.name}
          hint={text.create.hint}
          autoComplete="organization"
        />
      </SendForm>
    </Card>
  );
}
