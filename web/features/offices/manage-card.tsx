import { FileArchive } from "lucide-react";
import { useState } from "react";
import type { OfficeView } from "../../../src/features/offices/offices.output.schema.ts";
import { officeNameSchema } from "../../../src/features/offices/offices.schema.ts";
import { Button, buttonClasses } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { SendForm } from "../../components/send-form.tsx";
import { TextField } from "../../components/text-field.tsx";
import { notify } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";
import { useAttempt } from "../../lib/use-attempt.ts";
import { useZodForm } from "../../lib/use-zod-form.ts";
import { officesMessages } from "../../texts/offices.ts";
import { useDownload } from "../documents/use-download.ts";
import { OwnerProof } from "./owner-proof.tsx";
import { showFailure } from "./use-switch.ts";

const text = officesMessages.manage;

/** Renames and exports the office, and closes it after proof; for owners. */
export function ManageCard({ office }: { office: OfficeView }) {
  const [isClosing, setClosing] = useState(false);
  const close = trpc.offices.close.useMutation();
  const refresh = useRefresh();
  const download = useDownload();
  return (
    <Card aria-labelledby="manage-title">
      <h2 id="manage-title" className="text-heading">
        {text.title}
      </h2>
      <RenameForm key={office.name} name={office.name} />
      <a
        href="/api/office/export"
        download
        onClick={download}
        className={`${buttonClasses({ variant: "secondary" })} mt-6`}
      >
        <FileArchive className="size-4" aria-hidden="true" />
        {text.export}
      </a>
      <p className="mt-2 text-sm text-muted">{text.exportHint}</p>
      {office.deletionAt === null && !isClosing && (
        <Button variant="secondary" className="mt-4" onClick={() => setClosing(true)}>
          {text.close}
        </Button>
      )}
      {isClosing && (
        <OwnerProof
          title={text.prove.title}
          texts={text.prove}
          onCancel={() => setClosing(false)}
          send={async (proof) => {
            const { deletionAt } = await close.mutateAsync(proof);
            setClosing(false);
            if (deletionAt !== null) document.getElementById("main")?.focus();
            await refresh();
          }}
        />
      )}
    </Card>
  );
}

function RenameForm({ name }: { name: string }) {
  const form = useZodForm(officeNameSchema, { name });
  const rename = trpc.offices.rename.useMutation();
  const refresh = useRefresh();
  const { attempt, failure } = useAttempt(text);
  const send = (values: { name: string }) =>
    attempt(async () => {
      await rename.mutateAsync(values);
      notify({ kind: "success", title: text.renamed });
      await refresh();
    });
  return (
    <SendForm onSubmit={form.submit(send)} busy={form.busy} failure={failure} texts={text}>
      <TextField
        form={form}
        name="name"
        label={text.name}
        hint={text.nameHint}
        autoComplete="organization"
        required
      />
    </SendForm>
  );
}

/** Keeps an office that was to be closed; for owners. */
export function KeepButton() {
  const refresh = useRefresh();
  const keep = trpc.offices.keep.useMutation({
    onSuccess: async () => {
      notify({ kind: "success", title: text.kept });
      await refresh();
    },
    onError: showFailure,
  });
  return (
    <Button
      variant="secondary"
      size="small"
      className="mt-3"
      busy={keep.isPending}
      onClick={() => keep.mutate()}
    >
      {text.keep}
    </Button>
  );
}

/** The header also shows the name of the office. */
function useRefresh() {
  const { offices, accounts } = trpc.useUtils();
  return async () => {
    await Promise.all([offices.invalidate(), accounts.me.invalidate()]);
  };
}
