import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import { classes } from "../lib/classes.ts";
import { BareButton } from "./bare-button.tsx";
import { useTooltip } from "./use-tooltip.ts";

/** A menu item. */
const wordedLook = "flex items-center h-11 w-auto gap-3 px-3 text-ink";

type IconFace = {
  icon: LucideIcon;
  /** The full name, for screen readers. */
  label: string;
  /** The short label shown on hover; default: the label. */
  hint?: string;
  /** With its short label, as a menu item; default: only the icon. */
  worded?: boolean;
};

export function IconButton({ icon, label, hint, worded, ...rest }: IconFace & ComponentProps<"button">) {
  const { open, triggers } = useTooltip();
  return (
    <BareButton {...rest} {...triggers} aria-label={label} className={getLook(worded)}>
      <Face icon={icon} word={hint ?? label} worded={worded} pointedAt={open} />
    </BareButton>
  );
}

type IconLinkProps = IconFace & Pick<ComponentProps<"a">, "download" | "onClick"> & { href: string };

export function IconLink({ icon, label, hint, worded, href, ...rest }: IconLinkProps) {
  const { open, triggers } = useTooltip();
  return (
    <a href={href} {...rest} {...triggers} aria-label={label} className={getLook(worded)}>
      <Face icon={icon} word={hint ?? label} worded={worded} pointedAt={open} />
    </a>
  );
}

function getLook(worded = false): string {
  return classes(
    "relative place-items-center rounded-lg hover:bg-tint hover:text-brand",
    "aria-disabled:opacity-50 disabled:opacity-50",
    worded ? wordedLook : "grid size-11 text-muted",
  );
}

type FaceProps = { icon: LucideIcon; word: string; worded: boolean | undefined; pointedAt: boolean };

function Face({ icon: Icon, word, worded, pointedAt }: FaceProps) {
  return (
    <>
      <Icon className="size-5" aria-hidden="true" />
      {worded && <span>{word}</span>}
      {pointedAt && !worded && (
        <span
          aria-hidden="true"
          className="absolute right-0 bottom-full z-20 cursor-default pb-2 whitespace-nowrap"
        >
          <span className="block rounded-sm bg-ink px-2 py-1 text-sm font-normal text-paper">{word}</span>
        </span>
      )}
    </>
  );
}
