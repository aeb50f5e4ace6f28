import { Link, useNavigate } from "@tanstack/react-router";
import { projectFieldsSchema } from "../../../src/features/projects/projects.schema.ts";
import { Card } from "../../components/card.tsx";
import { FailedLine } from "../../components/failed-line.tsx";
import { SendForm } from "../../components/send-form.tsx";
import { TextField } from "../../components/text-field.tsx";
import { formatDay } from "../../lib/format.ts";
import { notify } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";
import { useAttempt } from "../../lib/use-attempt.ts";
import { useZodForm } from "../../lib/use-zod-form.ts";
import { projectsMessages as text } from "../../texts/projects.ts";
import { useRights } from "../accounts/use-rights.ts";
import { HistorySkeleton } from "../documents/history/history-states.tsx";

/** The user's projects, and the form for a new one. */
export function ProjectsList() {
  const projects = trpc.projects.list.useQuery(undefined, { staleTime: 0 });
  const { mayWrite } = useRights();
  return (
    <div className="grid items-start gap-6 lg:grid-cols-aside">
      <Card aria-labelledby="projects-title">
        <h2 id="projects-title" className="mb-3 text-heading">
          {text.list}
        </h2>
        {projects.isPending && <HistorySkeleton />}
        {projects.isError && !projects.data && (
          <FailedLine again={text.again} onRetry={() => void projects.refetch()}>
            {text.failed}
          </FailedLine>
        )}
        {projects.data?.length === 0 && (
          <div className="grid justify-items-center gap-2 border-t border-line py-8 text-center">
            <p className="font-serif text-heading font-semibold">{text.empty}</p>
            <p className="text-muted">{text.emptyText}</p>
          </div>
        )}
        <ul>
          {projects.data?.map(({ id, name, note, entryCount, createdAt }) => (
            <li key={id} className="border-t border-line py-4 last:pb-0">
              <Link
                to="/projects/$id"
                params={{ id }}
                className="link inline-flex min-h-6 items-center font-semibold wrap-anywhere"
                translate="no"
              >
                {name}
              </Link>
              <p className="flex flex-wrap gap-x-4 text-sm text-muted tabular-nums">
                <span>{text.count(entryCount)}</span>
                <span>{text.created(formatDay(Date.parse(createdAt)))}</span>
              </p>
              {note !== null && <p className="text-sm wrap-anywhere">{text.page.note(note)}</p>}
            </li>
          ))}
        </ul>
      </Card>
      {mayWrite && (
        <Card aria-labelledby="new-project-title">
          <h2 id="new-project-title" className="text-heading">
            {text.create.title}
          </h2>
          <CreateForm />
        </Card>
      )}
    </div>
  );
}

function CreateForm() {
  const form = useZodForm(projectFieldsSchema, { name: "", note: "" });
  const navigate = useNavigate();
  const { projects } = trpc.useUtils();
  const create = trpc.projects.create.useMutation();
  const { attempt, failure } = useAttempt(text.create);
  const send = ({ name, note }: { name: string; note?: string | null | undefined }) =>
    attempt(async () => {
      const project = await create.mutateAsync({ name, note: note ?? "" });
      notify({ kind: "success", title: text.create.done });
      await projects.list.invalidate();
      await navigate({ to: "/projects/$id", params: { id: project.id } });
    });
  return (
    <SendForm onSubmit={form.submit(send)} busy={form.busy} failure={failure} texts={text.create}>
      <TextField form={form} name="name" label={text.fields.name} autoComplete="off" />
      <TextField
        form={form}
        name="note"
        label={text.fields.note}
        note={text.fields.optional}
        hint={text.fields.noteHint}
        autoComplete="off"
      />
    </SendForm>
  );
}
