import type { TimestampConfig } from "../../../../db/columns/documents.ts";
import { stampPositions } from "../../../../src/formats/stamp/stamp.ts";
import { Choice } from "../../../components/choice.tsx";
import { DisclosureMark } from "../../../components/disclosure-mark.tsx";
import { Field } from "../../../components/field.tsx";
import { trpc } from "../../../lib/trpc.ts";
import { documentProjectMessages } from "../../../texts/document-project.ts";
import { documentsMessages } from "../../../texts/documents.ts";
import { queueMessages } from "../../../texts/upload-queue.ts";
import {
  IdentityFields,
  OriginalDateField,
  OtherPartiesField,
  QrCodeField,
  StampLanguageField,
} from "../stamp-fields.tsx";

const text = queueMessages.choices;
const fields = documentsMessages.configure;

type QueueChoicesProps = {
  choices: TimestampConfig;
  onChange: (choices: TimestampConfig) => void;
  /** Empty for no project. */
  projectId: string;
  onProject: (id: string) => void;
};

/** One set of choices for all documents of the list; folded, because most people need none. */
export function QueueChoices({ choices, onChange, projectId, onProject }: QueueChoicesProps) {
  const { data: projects = [] } = trpc.projects.list.useQuery();
  const { position, originalDate = "", otherParties = "", language, qrCode } = choices;
  const project = projects.find(({ id }) => id === projectId)?.name;
  return (
    <details className="mb-4 rounded-lg border border-line bg-paper px-4">
      <summary className="flex min-h-11 items-center gap-3 py-2">
        <span className="min-w-0 grow wrap-anywhere">
          <span className="font-semibold">{text.title}</span>{" "}
          <span className="text-muted">
            {text.summary({ position: fields.positions[position], originalDate, otherParties, project })}
          </span>
        </span>
        <DisclosureMark />
      </summary>
      <div className="grid items-start gap-4 border-t border-line py-4 sm:grid-cols-2">
        <Choice
          label={fields.position}
          value={position}
          options={stampPositions}
          names={fields.positions}
          onChange={(value) =>
            onChange({ ...choices, position: stampPositions.find((one) => one === value) ?? position })
          }
        />
        <OriginalDateField
          value={originalDate}
          onChange={(value) => onChange({ ...choices, originalDate: value })}
        />
        <OtherPartiesField
          value={otherParties}
          onChange={(value) => onChange({ ...choices, otherParties: value })}
        />
        <div className="grid content-start gap-4">
          <StampLanguageField
            value={language}
            onChange={(value) => onChange({ ...choices, language: value })}
          />
          <QrCodeField value={qrCode} maySign onChange={(value) => onChange({ ...choices, qrCode: value })} />
          <IdentityFields {...choices} onChange={(shown) => onChange({ ...choices, ...shown })} />
          {projects.length > 0 && (
            <Field label={documentProjectMessages.move.project} note={fields.optional}>
              {(control) => (
                <select {...control} value={projectId} onChange={({ target }) => onProject(target.value)}>
                  <option value="">{documentProjectMessages.move.none}</option>
                  {projects.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          )}
        </div>
        <p className="text-sm text-muted sm:col-span-2">{text.hint}</p>
      </div>
    </details>
  );
}
