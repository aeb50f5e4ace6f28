import { Milestone } from "lucide-react";
import { useState } from "react";
import type { ProjectDetails } from "../../../src/features/projects/projects.output.schema.ts";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Field } from "../../components/field.tsx";
import { SendForm } from "../../components/send-form.tsx";
import { notify } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";
import { useAttempt } from "../../lib/use-attempt.ts";
import { useNow } from "../../lib/use-now.ts";
import { projectsMessages } from "../../texts/projects.ts";
import { useRights } from "../accounts/use-rights.ts";
import type { DocumentView } from "../documents/document.ts";
import { HistoryRow } from "../documents/history/history-row.tsx";

const text = projectsMessages.timeline;

type TimelinesProps = {
  project: ProjectDetails;
  timelines: DocumentView[];
  onContinue: (document: DocumentView) => void;
  onDelete: (document: DocumentView) => void;
};

/** The timeline certificates of a project, and a button to create one. */
export function Timelines({ project, timelines, onContinue, onDelete }: TimelinesProps) {
  const now = useNow(30_000);
  const { mayWrite } = useRights();
  const [isOpen, setOpen] = useState(false);
  const isStamped = project.entries.some(({ document }) => document.status === "completed");
  if (!isStamped && timelines.length === 0) return null;
  return (
    <Card aria-labelledby="timelines-title">
      <h2 id="timelines-title" className="text-heading">
        {text.title}
      </h2>
      <p className="mt-2 text-muted">{text.intro}</p>
      {mayWrite && isStamped && (
        <Button variant="secondary" className="mt-4" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <Milestone className="size-5" aria-hidden="true" />
          {text.button}
        </Button>
      )}
      {timelines.length > 0 && (
        <ul className="mt-6">
          {timelines.map((document) => (
            <HistoryRow
              key={document.id}
              document={document}
              now={now}
              onContinue={() => onContinue(document)}
              onDelete={() => onDelete(document)}
            />
          ))}
        </ul>
      )}
      {isOpen && <TimelineDialog projectId={project.id} onClose={() => setOpen(false)} />}
    </Card>
  );
}

function TimelineDialog({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const [letters, setLetters] = useState("");
  const [hasDeclaration, setDeclaration] = useState(false);
  const [lettersError, setLettersError] = useState<string>();
  const { projects, documents } = trpc.useUtils();
  const create = trpc.projects.createTimeline.useMutation();
  const { attempt, failure } = useAttempt(text);
  const send = async () => {
    const issues = await attempt(async () => {
      const exhibits = letters.trim().toUpperCase();
      await create.mutateAsync({ id: projectId, hasDeclaration, ...(exhibits && { exhibits }) });
      onClose();
      notify({ kind: "info", title: text.started });
      await Promise.all([projects.get.invalidate({ id: projectId }), documents.invalidate()]);
    });
    setLettersError(issues.find(({ path }) => path === "exhibits")?.message);
  };
  return (
    <Dialog title={text.dialog} closeLabel={text.close} onClose={onClose}>
      <p className="text-muted">{text.dialogIntro}</p>
      <SendForm
        onSubmit={(event) => {
          event.preventDefault();
          if (!create.isPending) void send();
        }}
        busy={create.isPending}
        failure={failure}
        texts={text}
      >
        <Field
          label={text.letters}
          note={projectsMessages.fields.optional}
          hint={text.lettersHint}
          {...(lettersError !== undefined && { error: lettersError })}
        >
          {(control) => (
            <input
              {...control}
              value={letters}
              maxLength={3}
              autoComplete="off"
              onChange={({ target }) => {
                setLetters(target.value);
                setLettersError(undefined);
              }}
            />
          )}
        </Field>
        <label className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            className="size-5 shrink-0 accent-brand"
            checked={hasDeclaration}
            onChange={({ target }) => setDeclaration(target.checked)}
          />
          {text.declaration}
        </label>
      </SendForm>
    </Dialog>
  );
}
