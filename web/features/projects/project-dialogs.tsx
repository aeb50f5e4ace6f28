import { useNavigate } from "@tanstack/react-router";
import type { ProjectView } from "../../../src/features/projects/projects.output.schema.ts";
import { projectFieldsSchema } from "../../../src/features/projects/projects.schema.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { SendForm } from "../../components/send-form.tsx";
import { TextField } from "../../components/text-field.tsx";
import { notify } from "../../lib/notify.ts";
import { parseServerError } from "../../lib/server-errors.ts";
import { trpc } from "../../lib/trpc.ts";
import { useAttempt } from "../../lib/use-attempt.ts";
import { useZodForm } from "../../lib/use-zod-form.ts";
import { projectsMessages } from "../../texts/projects.ts";

type ProjectDialogProps = { project: ProjectView; onClose: () => void };

/** Edits the name and the note. Input is kept if saving fails. */
export function EditProjectDialog({ project, onClose }: ProjectDialogProps) {
  const text = projectsMessages.edit;
  const { fields } = projectsMessages;
  const form = useZodForm(projectFieldsSchema, { name: project.name, note: project.note ?? "" });
  const { projects } = trpc.useUtils();
  const update = trpc.projects.update.useMutation();
  const { attempt, failure } = useAttempt(text);
  const save = ({ name, note }: { name: string; note?: string | null | undefined }) =>
    attempt(async () => {
      await update.mutateAsync({ id: project.id, name, note: note ?? "" });
      onClose();
      notify({ kind: "success", title: text.done });
      await projects.invalidate();
    });
  return (
    <Dialog title={text.title} closeLabel={text.close} onClose={onClose}>
      <SendForm onSubmit={form.submit(save)} busy={form.busy} failure={failure} texts={text}>
        <TextField form={form} name="name" label={fields.name} autoComplete="off" />
        <TextField form={form} name="note" label={fields.note} note={fields.optional} autoComplete="off" />
      </SendForm>
    </Dialog>
  );
}

export function DeleteProjectDialog({ project, onClose }: ProjectDialogProps) {
  const text = projectsMessages.remove;
  const navigate = useNavigate();
  const { projects, documents } = trpc.useUtils();
  const remove = trpc.projects.remove.useMutation({
    onSuccess: async () => {
      notify({ kind: "success", title: text.done });
      await navigate({ to: "/projects" });
      await Promise.all([projects.list.invalidate(), documents.invalidate()]);
    },
    onError: (error) =>
      notify({
        kind: "error",
        title: text.failed,
        description: parseServerError(error).message ?? text.fallback,
      }),
  });
  return (
    <ConfirmDialog
      title={text.title}
      cancelLabel={text.cancel}
      confirmLabel={text.confirm}
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ id: project.id })}
      onClose={onClose}
    >
      <p className="wrap-anywhere">{text.text(project.name)}</p>
    </ConfirmDialog>
  );
}
