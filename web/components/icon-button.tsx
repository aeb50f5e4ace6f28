import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import { classes } from "../lib/classes.ts";
import { BareButton } from "./bare-button.tsx";
import { useTooltip } from "./use-tooltip.ts";

/** On narrow screens, which have no hover: with its label, as a button or as a list item. */
const wordedLooks = {
  button:
    "max-lg:flex max-lg:h-auto max-lg:min-h-9 max-lg:w-auto max-lg:gap-2 max-lg:px-3 max-lg:border max-lg:border-field-line max-lg:bg-card max-lg:text-[0.9375rem] max-lg:font-semibold max-lg:text-ink",
  line: "max-lg:flex max-lg:h-11 max-lg:w-auto max-lg:gap-3 max-lg:px-3 max-lg:text-ink",
} as const;

type IconFace = {
  icon: LucideIcon;
  /** The full name, for screen readers. */
  label: string;
  /** The short label shown on hover; default: the label. */
  hint?: string;
  /** Its appearance on narrow screens; default: only the icon. */
  worded?: keyof typeof wordedLooks;
};

export function IconButton({ icon, label, hint, worded, ...rest }: IconFace & ComponentProps<"button">) {
  const { open, triggers } = useTooltip();
  return (
    <BareButton {...rest} {...triggers} aria-label={label} className={getLook(worded)}>
      <Face icon={icon} word={hint ?? label} worded={worded !== undefined} pointedAt={open} />
    </BareButton>
  );
}

type IconLinkProps = IconFace & Pick<ComponentProps<"a">, "download" | "onClick"> & { href: string };

export function IconLink({ icon, label, hint, worded, href, ...rest }: IconLinkProps) {
  const { open, triggers } = useTooltip();
  return (
    <a href={href} {...rest} {...triggers} aria-label={label} className={getLook(worded)}>
      <Face icon={icon} word={hint ?? label} worded={worded !== undefined} pointedAt={open} />
    </a>
  );
}

function getLook(worded: IconFace["worded"]): string {
  return classes(
    "relative grid size-10 place-items-center rounded-lg text-muted hover:bg-tint hover:text-brand",
    "aria-disabled:opacity-50 disabled:opacity-50",
    worded && wordedLooks[worded],
  );
}

type FaceProps = { icon: LucideIcon; word: string; worded: boolean; pointedAt: boolean };

function Face({ icon: Icon, word, worded, pointedAt }: FaceProps) {
  return (
    <>
      <Icon className="size-5" aria-hidden="true" />
      {worded && <span className="lg:hidden">{word}</span>}
      {pointedAt && (
        <span
          aria-hidden="true"
          className={classes(
            "absolute right-0 bottom-full z-20 cursor-default pb-1.5 whitespace-nowrap",
            worded && "max-lg:hidden",
          )}
        >
          <span className="block rounded-md bg-ink px-2 py-1 text-sm font-normal text-paper">{word}</span>
        </span>
      )}
    </>
  );
}
