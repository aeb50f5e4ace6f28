import { useId, useState } from "react";
import { DisclosureMark } from "../../components/disclosure-mark.tsx";
import { Field } from "../../components/field.tsx";
import { faqMessages as text } from "../../texts/faq.ts";
import { type FaqFilter, faqFilters, findQuestions, type Question } from "./faq.ts";
import { FilterButtons } from "./filter-buttons.tsx";
import { questions } from "./questions.ts";

/** The questions, filtered by category and words. */
export function FaqList() {
  const [filter, setFilter] = useState<FaqFilter>("all");
  const [search, setSearch] = useState("");
  const shown = findQuestions(questions, filter, search);
  return (
    <div>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <FilterButtons filters={faqFilters} chosen={filter} onChoose={setFilter} />
        <div className="w-full sm:w-field">
          <Field label={text.search}>
            {(control) => (
              <input
                {...control}
                type="search"
                value={search}
                onChange={(event) => setSearch(event.target.value)}
              />
            )}
          </Field>
        </div>
      </div>
      <p
        role="status"
        className={shown.length === 0 ? "py-12 text-center text-muted" : "mt-6 text-sm text-muted"}
      >
        {shown.length === 0 ? text.none : text.found(shown.length)}
      </p>
      <div className="mt-2">
        {shown.map((entry) => (
          <Answer key={entry.question} {...entry} />
        ))}
      </div>
    </div>
  );
}

/** Open from the start if the address names it. */
function Answer({ id: fragment, question, answer }: Question) {
  const id = useId();
  return (
    <details
      id={fragment}
      open={globalThis.location?.hash === `#${fragment}` || undefined}
      className="border-t border-line last:border-b"
      aria-labelledby={id}
    >
      <summary className="flex items-center justify-between gap-4 rounded-lg py-3 hover:text-brand">
        <h2 id={id}>{question}</h2>
        <DisclosureMark className="text-brand" />
      </summary>
      <p className="max-w-text pb-4 text-muted">{answer}</p>
    </details>
  );
}
