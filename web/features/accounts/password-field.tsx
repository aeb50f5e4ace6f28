import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, type KeyboardEvent, useState } from "react";
import { BareButton } from "../../components/bare-button.tsx";
import { Field } from "../../components/field.tsx";
import { classes } from "../../lib/classes.ts";
import { accountsMessages } from "../../texts/accounts.ts";

const text = accountsMessages.fields;

type PasswordFieldProps = Omit<ComponentProps<"input">, "type"> & {
  label?: string;
  hint?: string;
  error?: string;
};

/** A password field with a button that shows it, and a hint when Caps Lock is on. */
export function PasswordField({ label = text.password, hint, error, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const noteCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState("CapsLock"));
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field label={label} error={error} hint={capsLock ? text.capsLock : hint}>
      {(control) => (
        <div className="relative">
          <input
            {...input}
            {...control}
            className={classes(control.className, "pr-12")}
            type={shown ? "text" : "password"}
            autoCapitalize="none"
            spellCheck={false}
            onKeyDown={noteCapsLock}
            onKeyUp={noteCapsLock}
          />
          <BareButton
            aria-label={text.showPassword}
            aria-pressed={shown}
            title={shown ? text.hidePassword : text.showPassword}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-lg text-muted hover:text-brand"
          >
            <Icon className="size-5" aria-hidden="true" />
          </BareButton>
        </div>
      )}
    </Field>
  );
}
