import type { FieldsOfForm } from "../../components/text-field.tsx";
import { PasswordField } from "./password-field.tsx";

type CurrentPasswordProps = {
  form: FieldsOfForm<"currentPassword">;
  /** Whose password it is: password managers need to know. */
  username: string;
  label: string;
};

/** Asks a signed-in user for their password. */
export function CurrentPassword({ form, username, label }: CurrentPasswordProps) {
  return (
    <>
      <input hidden readOnly autoComplete="username" value={username} />
      <PasswordField
        {...form.field("currentPassword")}
        label={label}
        autoComplete="current-password"
        error={form.error("currentPassword")}
      />
    </>
  );
}
