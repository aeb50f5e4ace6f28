import { buildClientName } from "../../../src/features/accounts/names.schema.ts";
import { maxOtherParties } from "../../../src/features/documents/documents.schema.ts";
import { type Language, languageCodes } from "../../../src/formats/languages.ts";
import { defaultQrCodeChoice, type QrCodeChoice, qrCodeChoices } from "../../../src/formats/stamp/stamp.ts";
import { Field } from "../../components/field.tsx";
import { LanguageOptions } from "../../components/language-options.tsx";
import { documentsMessages } from "../../texts/documents.ts";
import { useCurrentUser } from "../accounts/use-current-user.ts";

const text = documentsMessages.configure;

type TextFieldProps = { value: string; hint?: string; onChange: (value: string) => void };

/** The date of the original, as a person states it. A mistyped year stays on the certificate, so one is asked about. */
export function OriginalDateField({ value, hint, onChange }: TextFieldProps) {
  // The date in the reader's time zone, written like the value.
  const today = new Date().toLocaleDateString("sv");
  const doubt = value > today ? { error: text.originalDateToCome } : {};
  return (
    <Field label={text.originalDate} note={text.optional} hint={hint} {...doubt}>
      {(control) => (
        <input {...control} type="date" value={value} onChange={({ target }) => onChange(target.value)} />
      )}
    </Field>
  );
}

export function OtherPartiesField({ value, hint, onChange }: TextFieldProps) {
  return (
    <Field label={text.otherParties} note={text.optional} hint={hint}>
      {(control) => (
        <textarea
          {...control}
          rows={3}
          maxLength={maxOtherParties}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}

export type Shown = { showName?: boolean | undefined; showEmail?: boolean | undefined };
type IdentityFieldsProps = Shown & { onChange: (shown: Shown) => void };

/**
 * What a certificate says of the person, only if they choose it: in an office their name, and an address that they have
 * confirmed. Nothing, if there is nothing to choose.
 */
export function IdentityFields({ showName = false, showEmail = false, onChange }: IdentityFieldsProps) {
  const current = useCurrentUser();
  if (current.state !== "user") return null;
  const { user } = current;
  const { office, email } = user;
  const address = user.emailConfirmed && !user.isAdmin ? email : null;
  if (!office && address === null) return null;
  return (
    <fieldset className="grid gap-2">
      <legend className="font-semibold">{text.identity}</legend>
      <p className="text-sm text-muted">{text.identityHint}</p>
      {office && (
        <label className="flex min-h-11 cursor-pointer items-center gap-3 wrap-anywhere">
          <input
            type="checkbox"
            className="size-5 shrink-0 accent-brand"
            checked={showName}
            onChange={({ target }) => onChange({ showName: target.checked, showEmail })}
          />
          <span className="min-w-0">{text.showName(buildClientName(user), office.name)}</span>
        </label>
      )}
      {address !== null && (
        <label className="flex min-h-11 cursor-pointer items-center gap-3 wrap-anywhere">
          <input
            type="checkbox"
            className="size-5 shrink-0 accent-brand"
            checked={showEmail}
            onChange={({ target }) => onChange({ showName, showEmail: target.checked })}
          />
          <span className="min-w-0">{text.showEmail(address)}</span>
        </label>
      )}
    </fieldset>
  );
}

type QrCodeFieldProps = {
  value: QrCodeChoice | undefined;
  /** Whether the document may be a signed PDF. */
  maySign: boolean;
  onChange: (value: QrCodeChoice) => void;
};

/** Whether the stamp has a code. */
export function QrCodeField({ value = defaultQrCodeChoice, maySign, onChange }: QrCodeFieldProps) {
  const names = maySign ? text.qrCodes : { ...text.qrCodes, auto: text.qrCodeYes };
  return (
    <Field label={text.qrCode} hint={text.qrCodeHint}>
      {(control) => (
        <select
          {...control}
          value={value}
          onChange={({ target }) =>
            onChange(qrCodeChoices.find((choice) => choice === target.value) ?? defaultQrCodeChoice)
          }
        >
          {qrCodeChoices
            .filter((choice) => maySign || choice !== "on" || choice === value)
            .map((choice) => (
              <option key={choice} value={choice}>
                {names[choice]}
              </option>
            ))}
        </select>
      )}
    </Field>
  );
}

type LanguageFieldProps = { value: Language | undefined; onChange: (value: Language) => void };

/** The language of the stamp and the certificate. */
export function StampLanguageField({ value, onChange }: LanguageFieldProps) {
  return (
    <Field label={text.language}>
      {(control) => (
        <select
          {...control}
          value={value}
          onChange={({ target }) => {
            const chosen = languageCodes.find((code) => code === target.value);
            if (chosen !== undefined) onChange(chosen);
          }}
        >
          <LanguageOptions />
        </select>
      )}
    </Field>
  );
}
