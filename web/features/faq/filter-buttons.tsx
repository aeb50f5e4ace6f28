import { BareButton } from "../../components/bare-button.tsx";
import { classes } from "../../lib/classes.ts";
import type { FaqFilter } from "./faq.ts";
import { faqMessages } from "./messages.ts";

const text = faqMessages.filters;

type FilterButtonsProps = {
  filters: readonly FaqFilter[];
  chosen: FaqFilter;
  onChoose: (filter: FaqFilter) => void;
};

export function FilterButtons({ filters, chosen, onChoose }: FilterButtonsProps) {
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="mb-2 font-semibold">{text.label}</legend>
      {filters.map((filter) => (
        <BareButton
          key={filter}
          aria-pressed={filter === chosen}
          onClick={() => onChoose(filter)}
          className={classes(
            "min-h-11 rounded-full border px-4 font-semibold",
            filter === chosen
              ? "border-brand bg-brand text-on-brand forced-colors:outline-2"
              : "border-field-line bg-card hover:border-brand hover:bg-tint",
          )}
        >
          {text[filter]}
        </BareButton>
      ))}
    </fieldset>
  );
}
