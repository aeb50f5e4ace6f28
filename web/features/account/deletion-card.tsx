import { useState } from "react";
import { requestDeletionSchema } from "../../../src/features/account-deletion/deletion.schema.ts";
import type { CurrentUser } from "../../../src/features/accounts/accounts.output.schema.ts";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { SendForm } from "../../components/send-form.tsx";
import { notify } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";
import { useAttempt } from "../../lib/use-attempt.ts";
import { useZodForm } from "../../lib/use-zod-form.ts";
import { CurrentPassword } from "../accounts/current-password.tsx";
import { yourAccountMessages } from "./messages.ts";

const text = yourAccountMessages.deletion;

/** Explains what a deletion removes and keeps, before it asks for the password. Administrators cannot use it. */
export function DeletionCard({
  username,
  isAdmin,
  deletionAt,
}: Pick<CurrentUser, "username" | "isAdmin" | "deletionAt">) {
  const [isOpen, setOpen] = useState(false);
  if (isAdmin || deletionAt !== null) return null;
  return (
    <Card aria-labelledby="deletion-title">
      <h2 id="deletion-title" className="text-heading">
        {text.title}
      </h2>
      <p className="mt-2 text-muted">{text.intro}</p>
      <Button variant="danger" className="mt-4" onClick={() => setOpen(true)}>
        {text.open}
      </Button>
      {isOpen && <DeletionDialog username={username} onClose={() => setOpen(false)} />}
    </Card>
  );
}

function DeletionDialog({ username, onClose }: { username: string; onClose: () => void }) {
  const form = useZodForm(requestDeletionSchema, { currentPassword: "" });
  const { accounts } = trpc.useUtils();
  const request = trpc.accounts.requestDeletion.useMutation();
  const { attempt, failure } = useAttempt(text.dialog);
  const send = (values: { currentPassword: string }) =>
    attempt(async () => {
      await request.mutateAsync(values);
      onClose();
      notify({ kind: "success", title: text.dialog.done, description: text.dialog.doneText });
      await accounts.me.invalidate();
      document.getElementById("main")?.focus();
    });
  return (
    <Dialog title={text.dialog.title} closeLabel={text.dialog.cancel} onClose={onClose}>
      <ul className="grid list-disc gap-2 pl-6">
        {text.dialog.facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      <SendForm onSubmit={form.submit(send)} busy={form.busy} failure={failure} texts={text.dialog}>
        <CurrentPassword form={form} username={username} label={text.dialog.password} />
      </SendForm>
    </Dialog>
  );
}
