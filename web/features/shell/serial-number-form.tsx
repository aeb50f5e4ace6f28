import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { shellMessages } from "../../texts/shell.ts";
import { readVerifyAddress } from "./verify-address.ts";

const text = shellMessages.check;

/** Opens the public page of a serial number that a person types or pastes. */
export function SerialNumberForm({ heading }: { heading: ReactNode }) {
  /** Uncontrolled, so that text typed before hydration counts. */
  const input = useRef<HTMLInputElement>(null);
  const [isMissing, setMissing] = useState(false);
  const navigate = useNavigate();
  const check = (event: FormEvent) => {
    event.preventDefault();
    const { serialNumber, statement } = readVerifyAddress(input.current?.value ?? "");
    setMissing(serialNumber === "");
    if (serialNumber === "") return input.current?.focus();
    void navigate({ to: "/verify/$serialNumber", params: { serialNumber }, hash: statement });
  };
  return (
    <form onSubmit={check} noValidate className="no-print grid gap-3">
      {heading}
      <div className="grid items-end gap-3 sm:grid-cols-action">
        <Field label={text.label} {...(isMissing && { error: text.missing })}>
          {(control) => (
            <input
              {...control}
              ref={input}
              required
              placeholder={text.example}
              autoCapitalize="characters"
              autoComplete="off"
              spellCheck={false}
            />
          )}
        </Field>
        <Button type="submit" variant="secondary">
          {text.submit}
        </Button>
      </div>
    </form>
  );
}
