import { Link, useNavigate } from "@tanstack/react-router";
import { FileArchive, Link2, Pencil, Trash2, Unlink2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { writeDayWithZone } from "../../../src/evidence/written-time.ts";
import type {
  ProjectDetails as Project,
  ProjectEntry,
} from "../../../src/features/projects/projects.output.schema.ts";
import { Button, buttonClasses } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { FailedLine } from "../../components/failed-line.tsx";
import { notify } from "../../lib/notify.ts";
import { parseServerError } from "../../lib/server-errors.ts";
import { trpc } from "../../lib/trpc.ts";
import { useNow } from "../../lib/use-now.ts";
import { useTitle } from "../../lib/use-title.ts";
import { projectsMessages } from "../../texts/projects.ts";
import { spokenLanguage } from "../../texts/translation.ts";
import { useNewStampZone } from "../accounts/use-new-stamp-zone.ts";
import { useRights } from "../accounts/use-rights.ts";
import { DocumentRow } from "../documents/all/document-row.tsx";
import { SelectionBar } from "../documents/all/selection-bar.tsx";
import { useSelection } from "../documents/all/use-selection.ts";
import { getContinuation } from "../documents/continuation.ts";
import { useDeletion } from "../documents/deletion/use-deletion.tsx";
import type { DocumentView } from "../documents/document.ts";
import { HistorySkeleton } from "../documents/history/history-states.tsx";
import { useDownload } from "../documents/use-download.ts";
import { Shares } from "../sharing/shares.tsx";
import { DeleteProjectDialog, EditProjectDialog } from "./project-dialogs.tsx";
import { ProjectUpload } from "./project-upload.tsx";
import { Timelines } from "./timelines.tsx";

const text = projectsMessages.page;

const processingMs = 2000;
const idleMs = 10_000;

/** One project: its documents by day, and the actions for both. */
export function ProjectDetails({ id }: { id: string }) {
  const project = trpc.projects.get.useQuery(
    { id },
    {
      staleTime: 0,
      retry: (failures, error) => parseServerError(error).status !== 404 && failures < 3,
      refetchInterval: ({ state }) => (state.data && isProcessing(state.data) ? processingMs : idleMs),
    },
  );
  const [deleted, setDeleted] = useState<string[]>([]);
  const { mayWrite } = useRights();
  useTitle(project.data?.name ?? projectsMessages.title);
  if (project.isPending) return <HistorySkeleton />;
  if (!project.data) return <ProjectFailed error={project.error} onRetry={() => void project.refetch()} />;
  return (
    <div className="grid gap-6">
      <ProjectHead project={project.data}>
        {mayWrite && (
          <ProjectUpload projectId={id} isOpen={project.data.entries.length === 0} deleted={deleted} />
        )}
      </ProjectHead>
      <Entries project={project.data} onDeleted={(gone) => setDeleted((ids) => [...ids, gone])} />
      <Shares projectId={project.data.id} />
    </div>
  );
}

function isProcessing({ entries, timelines }: Project): boolean {
  return [...entries.map(({ document }) => document), ...timelines].some(
    ({ status }) => status === "processing",
  );
}

function ProjectFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (parseServerError(error).status === 404) return <p>{text.notFound}</p>;
  return (
    <FailedLine again={projectsMessages.again} onRetry={onRetry}>
      {text.failed}
    </FailedLine>
  );
}

/** `children`: the upload, whose button comes first, and whose panel comes below all buttons. */
function ProjectHead({ project, children }: { project: Project; children: ReactNode }) {
  const [open, setOpen] = useState<"edit" | "delete">();
  const download = useDownload();
  const { mayWrite, mayDelete } = useRights();
  const isStamped = project.entries.some(({ document }) => document.status === "completed");
  const close = () => setOpen(undefined);
  const small = { variant: "secondary", size: "small" } as const;
  return (
    <div>
      <h1 className="text-title wrap-anywhere" translate="no">
        {project.name}
      </h1>
      {project.note !== null && <p className="mt-2 wrap-anywhere">{text.note(project.note)}</p>}
      <div className="mt-4 flex flex-wrap items-center gap-2">
        {children}
        {isStamped && (
          <a
            href={`/api/documents.zip?evidence=true&project=${encodeURIComponent(project.id)}`}
            download
            onClick={download}
            className={buttonClasses(small)}
          >
            <FileArchive className="size-4 shrink-0" aria-hidden="true" />
            {text.zip}
          </a>
        )}
        {mayWrite && (
          <Button {...small} aria-haspopup="dialog" onClick={() => setOpen("edit")}>
            <Pencil className="size-4" aria-hidden="true" />
            {projectsMessages.edit.button}
          </Button>
        )}
        {mayDelete && (
          <Button {...small} aria-haspopup="dialog" onClick={() => setOpen("delete")}>
            <Trash2 className="size-4" aria-hidden="true" />
            {projectsMessages.remove.button}
          </Button>
        )}
      </div>
      {open === "edit" && <EditProjectDialog project={project} onClose={close} />}
      {open === "delete" && <DeleteProjectDialog project={project} onClose={close} />}
    </div>
  );
}

function Entries({ project, onDeleted }: { project: Project; onDeleted: (id: string) => void }) {
  const now = useNow(30_000);
  const navigate = useNavigate();
  const { selected, select, clear } = useSelection();
  const { hidden, deleteDocuments, dialog } = useDeletion(onDeleted);
  const newZone = useNewStampZone();
  const shown = project.entries.filter(({ document }) => !hidden.has(document.id));
  const chosen = [...selected.values()];
  const areVersions = shown.every(({ document, version }) => version || !selected.has(document.id));
  const timelines = project.timelines.filter((document) => !hidden.has(document.id));
  const onContinue = (document: DocumentView) => void navigate(getContinuation(document));
  const certificates = (
    <Timelines
      project={project}
      timelines={timelines}
      onContinue={onContinue}
      onDelete={(document) => deleteDocuments([document])}
    />
  );
  if (shown.length === 0)
    return (
      <>
        <Card className="grid justify-items-center gap-2 text-center">
          <p className="font-serif text-heading font-semibold">{text.empty}</p>
          <p className="text-muted">{text.emptyText}</p>
          <Link to="/documents" className={`${buttonClasses({ variant: "secondary", size: "small" })} mt-2`}>
            {text.emptyButton}
          </Link>
        </Card>
        {certificates}
        {dialog}
      </>
    );
  return (
    <>
      {dialog}
      <Card aria-label={text.entries}>
        {chosen.length > 0 && (
          <SelectionBar
            documents={chosen}
            onDelete={() =>
              deleteDocuments(chosen, () => {
                document.getElementById("main")?.focus();
                clear();
              })
            }
            onClear={clear}
          >
            <VersionButtons projectId={project.id} ids={[...selected.keys()]} areVersions={areVersions} />
          </SelectionBar>
        )}
        {[...Map.groupBy(shown, (entry) => getDay(entry, newZone))].map(([day, entries]) => (
          <section key={day} aria-label={day} className="mt-6 first:mt-0">
            <h2 className="mb-1 text-heading">{day}</h2>
            <ul>
              {entries.map(({ document, version }) => (
                <DocumentRow
                  key={document.id}
                  document={document}
                  now={now}
                  isSelected={selected.has(document.id)}
                  onSelect={(isSelected) => select([document], isSelected)}
                  onContinue={() => onContinue(document)}
                  onDelete={() => deleteDocuments([document], () => select([document], false))}
                >
                  {version && (
                    <p className="text-sm font-semibold">{text.version(version.number, version.of)}</p>
                  )}
                </DocumentRow>
              ))}
            </ul>
          </section>
        ))}
      </Card>
      {certificates}
    </>
  );
}

/** In the zone of its stamp, or of new ones, so that a document is listed under the day on its certificate. */
function getDay({ document: { processedAt, createdAt, timeZone } }: ProjectEntry, newZone: string): string {
  const zone = processedAt === null ? newZone : timeZone;
  return writeDayWithZone(new Date(processedAt ?? createdAt), spokenLanguage().language, zone);
}

type VersionButtonsProps = {
  projectId: string;
  ids: string[];
  /** True if each is already a version. */
  areVersions: boolean;
};

/** Links documents as versions of one another although their names differ. */
function VersionButtons({ projectId, ids, areVersions }: VersionButtonsProps) {
  const { projects } = trpc.useUtils();
  const link = trpc.projects.linkVersions.useMutation({
    onSuccess: async (_, { isLinked }) => {
      notify({ kind: "success", title: isLinked ? text.linked : text.unlinked });
      await projects.get.invalidate({ id: projectId });
    },
    onError: (error) =>
      notify({
        kind: "error",
        title: text.linkFailed,
        description: parseServerError(error).message ?? text.linkFallback,
      }),
  });
  const small = { variant: "secondary", size: "small", busy: link.isPending } as const;
  return (
    <>
      {ids.length > 1 && !areVersions && (
        <Button {...small} onClick={() => link.mutate({ id: projectId, ids, isLinked: true })}>
          <Link2 className="size-4" aria-hidden="true" />
          {text.link}
        </Button>
      )}
      {areVersions && (
        <Button {...small} onClick={() => link.mutate({ id: projectId, ids, isLinked: false })}>
          <Unlink2 className="size-4" aria-hidden="true" />
          {text.unlink}
        </Button>
      )}
    </>
  );
}
