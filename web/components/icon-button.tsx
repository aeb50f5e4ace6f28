import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import { classes } from "../lib/classes.ts";
import { useAsleep } from "../lib/use-alive.ts";
import { useTooltip } from "./use-tooltip.ts";

const look = classes(
  "relative grid size-10 place-items-center rounded-lg text-muted hover:bg-tint hover:text-brand",
  "aria-disabled:opacity-50 disabled:opacity-50",
);

/** `label` is the whole name for those who listen, `hint` the short word shown on pointing (default: the label). */
type IconProps = { icon: LucideIcon; label: string; hint?: string };

export function IconButton({ icon: Icon, label, hint, ...rest }: IconProps & ComponentProps<"button">) {
  const { open, triggers } = useTooltip();
  const asleep = useAsleep(rest.disabled);
  return (
    <button type="button" {...rest} {...triggers} {...asleep} aria-label={label} className={look}>
      <Icon className="size-5" aria-hidden="true" />
      {open && <Tooltip text={hint ?? label} />}
    </button>
  );
}

type IconLinkProps = IconProps & Pick<ComponentProps<"a">, "download" | "onClick"> & { href: string };

export function IconLink({ icon: Icon, label, hint, href, download, onClick }: IconLinkProps) {
  const { open, triggers } = useTooltip();
  return (
    <a href={href} download={download} onClick={onClick} {...triggers} className={look}>
      <span className="sr-only">{label}</span>
      <Icon className="size-5" aria-hidden="true" />
      {open && <Tooltip text={hint ?? label} />}
    </a>
  );
}

function Tooltip({ text }: { text: string }) {
  return (
    <span
      aria-hidden="true"
      className="absolute right-0 bottom-full z-20 cursor-default pb-1.5 whitespace-nowrap"
    >
      <span className="block rounded-md bg-ink px-2 py-1 text-sm font-normal text-paper">{text}</span>
    </span>
  );
}
