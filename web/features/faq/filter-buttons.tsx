import { Option } from "../../components/option.tsx";
import { faqMessages } from "../../texts/faq.ts";
import type { FaqFilter } from "./faq.ts";

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
        <Option key={filter} isChosen={filter === chosen} onClick={() => onChoose(filter)}>
          {text[filter]}
        </Option>
      ))}
    </fieldset>
  );
}
