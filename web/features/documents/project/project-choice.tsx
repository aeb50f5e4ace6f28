import { Field } from "../../../components/field.tsx";
import { notify } from "../../../lib/notify.ts";
import { parseServerError } from "../../../lib/server-errors.ts";
import { trpc } from "../../../lib/trpc.ts";
import { documentProjectMessages } from "../../../texts/document-project.ts";

const text = documentProjectMessages.move;

/** Selects the project of a document, saved immediately; nothing for a user without projects. */
export function ProjectChoice({ documentId }: { documentId: string }) {
  const projects = trpc.projects.list.useQuery();
  const document = trpc.documents.get.useQuery(
    { id: documentId },
    { enabled: projects.data !== undefined && projects.data.length > 0 },
  );
  const calls = trpc.useUtils();
  const onSettled = () =>
    Promise.all([calls.projects.invalidate(), calls.documents.get.invalidate({ id: documentId })]);
  const onError = (error: unknown) =>
    notify({
      kind: "error",
      title: text.failed,
      description: parseServerError(error).message ?? text.fallback,
    });
  const move = trpc.projects.moveEntries.useMutation({ onSettled, onError });
  const remove = trpc.projects.removeEntries.useMutation({ onSettled, onError });
  if (!projects.data?.length || !document.data) return null;
  const wanted = move.isPending ? move.variables.id : remove.isPending ? "" : document.data.projectId;
  return (
    <Field label={text.project} note={text.optional} hint={text.choiceHint}>
      {(control) => (
        <select
          {...control}
          value={wanted ?? ""}
          onChange={({ target: { value } }) =>
            value === ""
              ? remove.mutate({ ids: [documentId] })
              : move.mutate({ id: value, ids: [documentId] })
          }
        >
          <option value="">{text.none}</option>
          {projects.data.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
