import { useState } from "react";
import type { CurrentUser } from "../../../src/features/accounts/accounts.output.schema.ts";
import type { Proof } from "../../../src/features/accounts/second-factor.schema.ts";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { notify } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";
import { yourAccountMessages } from "../../texts/your-account.ts";
import { ProofForm } from "../second-factor/proof-form.tsx";

const text = yourAccountMessages.deletion;

/** Explains what a deletion removes and keeps, before it asks for proof. Administrators cannot use it. */
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
  const { accounts } = trpc.useUtils();
  const request = trpc.accounts.requestDeletion.useMutation();
  const send = async (proof: Proof) => {
    await request.mutateAsync(proof);
    onClose();
    notify({ kind: "success", title: text.dialog.done, description: text.dialog.doneText });
    await accounts.me.invalidate();
    document.getElementById("main")?.focus();
  };
  return (
    <Dialog title={text.dialog.title} closeLabel={text.dialog.cancel} onClose={onClose}>
      <ul className="grid list-disc gap-2 pl-6">
        {text.dialog.facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      <ProofForm username={username} texts={text.dialog} send={send} />
    </Dialog>
  );
}
