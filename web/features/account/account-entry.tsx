import { type ReactNode, useId, useRef, useState } from "react";
import { BareButton } from "../../components/bare-button.tsx";
import { yourAccountMessages } from "../../texts/your-account.ts";

const text = yourAccountMessages.entry;

type AccountEntryProps = {
  name: string;
  value: ReactNode;
  /** What needs the user's attention; always shown. */
  notice?: ReactNode;
  /** Changes the value; omitted if it can't be changed. */
  form?: Form;
};

type Form = {
  title: string;
  intro: string;
  /** `close` hides the form again. */
  fields: (close: () => void) => ReactNode;
};

/** The account's data, an `AccountEntry` each. */
export function AccountEntries({ children }: { children: ReactNode }) {
  return <dl className="divide-y divide-line [&>*:first-child]:pt-0 [&>*:last-child]:pb-0">{children}</dl>;
}

/** One value of the account, with a button that opens the form to change it. */
export function AccountEntry({ name, value, notice, form }: AccountEntryProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <div className="grid grid-cols-action items-baseline gap-x-4 py-3 sm:grid-cols-facts-action">
      <dt className="col-start-1 row-start-1 font-semibold">{name}</dt>
      <dd className="col-span-2 row-start-2 min-w-0 wrap-anywhere sm:col-span-1 sm:col-start-2 sm:row-start-1">
        {value}
      </dd>
      {form && (
        <dd className="col-start-2 row-start-1 sm:col-start-3">
          <BareButton
            ref={button}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            aria-label={isOpen ? text.cancelNamed(name) : text.changeNamed(name)}
            className="link min-h-6"
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? text.cancel : text.change}
          </BareButton>
        </dd>
      )}
      {notice && <dd className="col-span-full mt-3">{notice}</dd>}
      {form && isOpen && (
        <dd className="col-span-full mt-3">
          <section id={id} aria-labelledby={`${id}-title`} className="rounded-panel bg-sunk p-4">
            <h2 id={`${id}-title`} className="text-heading">
              {form.title}
            </h2>
            <p className="mt-1 text-muted">{form.intro}</p>
            {form.fields(close)}
          </section>
        </dd>
      )}
    </div>
  );
}
