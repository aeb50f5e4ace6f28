import { useEffect, useRef } from "react";
import { describeDocumentFieldsSchema } from "../../../../src/features/documents/finding.schema.ts";
import { Dialog } from "../../../components/dialog.tsx";
import { SendForm } from "../../../components/send-form.tsx";
import { TextField } from "../../../components/text-field.tsx";
import { notify } from "../../../lib/notify.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useAttempt } from "../../../lib/use-attempt.ts";
import { useZodForm } from "../../../lib/use-zod-form.ts";
import { allDocumentsMessages } from "../../../texts/all-documents.ts";
import type { DocumentView } from "../document.ts";

const text = allDocumentsMessages.editor;

type DescribeDialogProps = { document: DocumentView; onClose: () => void };

/** Edits the owner's name and note for a document. Input is kept if saving fails. */
export function DescribeDialog({ document, onClose }: DescribeDialogProps) {
  const form = useZodForm(describeDocumentFieldsSchema, {
    displayName: document.displayName,
    note: document.note ?? "",
  });
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.select(), []);
  const calls = trpc.useUtils();
  const describe = trpc.documents.describe.useMutation();
  const { attempt, failure } = useAttempt(text);
  const save = (words: { displayName?: string | null | undefined; note?: string | null | undefined }) =>
    attempt(async () => {
      await describe.mutateAsync({
        id: document.id,
        displayName: words.displayName ?? "",
        note: words.note ?? "",
      });
      onClose();
      notify({ kind: "success", title: text.done });
      await Promise.all([calls.documents.find.invalidate(), calls.documents.list.invalidate()]);
    });
  return (
    <Dialog title={text.title} closeLabel={text.close} onClose={onClose}>
      <p className="text-muted wrap-anywhere">{text.intro(document.originalName)}</p>
      <SendForm onSubmit={form.submit(save)} busy={form.busy} failure={failure} texts={text}>
        <TextField
          form={form}
          name="displayName"
          label={text.name}
          hint={text.nameHint}
          autoComplete="off"
          ref={first}
        />
        <TextField form={form} name="note" label={text.note} note={text.optional} autoComplete="off" />
      </SendForm>
    </Dialog>
  );
}
