import { useState } from "react";
import { Dialog } from "../../../components/dialog.tsx";
import { Field } from "../../../components/field.tsx";
import { SendForm } from "../../../components/send-form.tsx";
import { notify } from "../../../lib/notify.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useAttempt } from "../../../lib/use-attempt.ts";
import { documentProjectMessages } from "../../../texts/document-project.ts";
import type { DocumentView } from "../document.ts";

const text = documentProjectMessages.move;

const noProject = "none";
const newProject = "new";

type MoveDialogProps = { documents: DocumentView[]; onMoved: () => void; onClose: () => void };

/** Moves documents into an existing or new project, or out of their current one. */
export function MoveDialog({ documents, onMoved, onClose }: MoveDialogProps) {
  const projects = trpc.projects.list.useQuery();
  const [chosen, setChosen] = useState<string>();
  const [name, setName] = useState("");
  const { moveTo, isMoving } = useMoveTo();
  const { attempt, failure } = useAttempt(text);
  const [nameError, setNameError] = useState<string>();
  const known = projects.data ?? [];
  const target = chosen ?? known[0]?.id ?? newProject;
  const ids = documents.map(({ id }) => id);
  const move = async () => {
    const issues = await attempt(async () => {
      const said = await moveTo(ids, target === newProject ? { name } : { id: target });
      onClose();
      onMoved();
      notify({ kind: "success", title: said });
    });
    setNameError(issues.find(({ path }) => path === "name")?.message);
  };
  return (
    <Dialog title={text.title(ids.length)} closeLabel={text.close} onClose={onClose}>
      <SendForm
        onSubmit={(event) => {
          event.preventDefault();
          if (!isMoving) void move();
        }}
        busy={isMoving}
        failure={failure}
        texts={text}
        ready={!projects.isPending}
      >
        <Field label={text.project}>
          {(control) => (
            <select {...control} value={target} onChange={(event) => setChosen(event.target.value)}>
              {known.map((project) => (
                <option key={project.id} value={project.id}>
                  {project.name}
                </option>
              ))}
              <option value={newProject}>{text.newProject}</option>
              <option value={noProject}>{text.none}</option>
            </select>
          )}
        </Field>
        {target === newProject && (
          <Field label={text.newName} {...(nameError !== undefined && { error: nameError })}>
            {(control) => (
              <input
                {...control}
                value={name}
                autoComplete="off"
                onChange={(event) => {
                  setName(event.target.value);
                  setNameError(undefined);
                }}
              />
            )}
          </Field>
        )}
      </SendForm>
    </Dialog>
  );
}

/** Moves documents and returns the success message. */
function useMoveTo() {
  const { projects, documents } = trpc.useUtils();
  const create = trpc.projects.create.useMutation();
  const move = trpc.projects.moveEntries.useMutation();
  const remove = trpc.projects.removeEntries.useMutation();

  async function moveTo(ids: string[], target: { id: string } | { name: string }): Promise<string> {
    const said = await send(ids, target);
    await Promise.all([projects.invalidate(), documents.find.invalidate(), documents.list.invalidate()]);
    return said;
  }

  async function send(ids: string[], target: { id: string } | { name: string }): Promise<string> {
    if ("id" in target && target.id === noProject) {
      const { moved } = await remove.mutateAsync({ ids });
      return text.doneNone(moved);
    }
    const project =
      "name" in target
        ? await create.mutateAsync(target)
        : (projects.list.getData()?.find(({ id }) => id === target.id) ?? { id: target.id, name: "" });
    const { moved } = await move.mutateAsync({ id: project.id, ids });
    return text.done(moved, project.name);
  }

  return { moveTo, isMoving: create.isPending || move.isPending || remove.isPending };
}
