import { expect, test } from "bun:test";
import { renderToString } from "react-dom/server";
import { z } from "zod";
import { MessageField } from "../components/message-field.tsx";
import { TextField } from "../components/text-field.tsx";
import { useZodForm } from "./use-zod-form.ts";

const schema = z.object({ email: z.email(), note: z.string().optional() });

function LetterForm() {
  const form = useZodForm(schema, { email: "ann@example.org", note: "Hello" });
  return (
    <form>
      <TextField form={form} name="email" label="Email" />
      <MessageField form={form} name="note" label="Note" />
    </form>
  );
}

test("a field shows the value that the form stores under its name", () => {
  const html = renderToString(<LetterForm />);
  expect(html).toContain('name="email" value="ann@example.org"');
  expect(html).toContain('name="note">Hello</textarea>');
});

/** Never rendered: each line is a compile error, and an unused `@ts-expect-error` fails the check as well. */
function WrongForm() {
  const form = useZodForm(schema, { email: "", note: "" });
  // @ts-expect-error A form needs an initial value for each field of its schema.
  useZodForm(schema, { email: "" });
  // @ts-expect-error A form has no fields except those of its schema.
  useZodForm(schema, { email: "", note: "", mail: "" });
  // @ts-expect-error
  form.field("mail");
  // @ts-expect-error
  form.error("mail");
  // @ts-expect-error
  form.change("mail", "");
  return (
    <>
      {/* @ts-expect-error */}
      <TextField form={form} name="mail" label="Email" />
      {/* @ts-expect-error */}
      <MessageField form={form} name="notes" label="Note" />
    </>
  );
}

void WrongForm;
