import { type ReactNode, useId, useState } from "react";
import { say } from "../../../src/errors.ts";
import { uploadMessages } from "../../../src/features/documents/documents.schema.ts";
import { Button } from "../../components/button.tsx";
import { Choice } from "../../components/choice.tsx";
import { Field } from "../../components/field.tsx";
import { photographedPagesMessages } from "../../texts/photographed-pages.ts";
import { translate } from "../../texts/translation.ts";
import { OwnershipTick } from "../documents/upload/upload-card.tsx";
import type { useOwnership } from "../documents/upload/use-ownership.ts";
import { type Paper, paperChoices, type Sheet } from "./paper.ts";

const text = photographedPagesMessages.form;

export type PdfChoices = { title: string; paper: Paper };

/** Longer names are cut on the certificate. */
const maxName = 120;

type PdfFormProps = {
  count: number;
  proposedName: string;
  /** The paper for these pages, if no other is chosen. */
  guessedPaper: Sheet;
  ownership: ReturnType<typeof useOwnership>;
  /** Photos that are still being opened would be missing. */
  isWaiting: boolean;
  children: ReactNode;
  onMake: (choices: PdfChoices) => void;
};

/** What the PDF is called, its paper, and the confirmation of ownership. Input is kept when pages are added. */
export function PdfForm({
  count,
  proposedName,
  guessedPaper,
  ownership,
  isWaiting,
  children,
  onMake,
}: PdfFormProps) {
  const [typed, setTyped] = useState<string>();
  const [chosen, setChosen] = useState<Paper>();
  const [isAsked, setAsked] = useState(false);
  const needId = useId();
  const title = typed ?? proposedName;
  const isUnconfirmed = isAsked && !ownership.isConfirmed;
  return (
    <form
      noValidate
      className="mt-6 border-t border-line pt-6"
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(true);
        if (ownership.isConfirmed && !isWaiting)
          onMake({ title: title.trim() || proposedName, paper: chosen ?? guessedPaper });
      }}
    >
      <div className="grid items-end gap-4 md:grid-cols-field">
        <Field label={text.name} hint={text.nameHint}>
          {(control) => (
            <input
              {...control}
              value={title}
              maxLength={maxName}
              autoComplete="off"
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
        </Field>
        <Choice
          label={text.paper}
          value={chosen}
          any={text.automatic(text.papers[guessedPaper])}
          options={paperChoices}
          names={text.papers}
          onChange={(value) => setChosen(paperChoices.find((paper) => paper === value))}
        />
      </div>
      <OwnershipTick {...ownership} />
      {isUnconfirmed && (
        <p id={needId} role="alert" className="mb-4 font-semibold text-bad">
          {translate(say(uploadMessages.ownership))}
        </p>
      )}
      {children}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" busy={isWaiting} aria-describedby={isUnconfirmed ? needId : undefined}>
          {text.submit(count)}
        </Button>
        <p className="text-muted">{text.next}</p>
      </div>
    </form>
  );
}
