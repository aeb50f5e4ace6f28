import type { LucideIcon } from "lucide-react";
import { Button } from "../../components/button.tsx";

type FileFormProps = {
  address: string;
  /** Includes the link's token: in a body, no server or proxy logs it. */
  fields: Record<string, string>;
  icon: LucideIcon;
  label: string;
  /** Names the document, where there are several; otherwise the label is enough. */
  name?: string;
  variant?: "primary" | "secondary";
};

/** Downloads a file behind a link. */
export function FileForm({ address, fields, icon: Icon, label, name, variant = "secondary" }: FileFormProps) {
  return (
    <form method="post" action={address}>
      {Object.entries(fields).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      <Button type="submit" variant={variant} size="small" aria-label={name}>
        <Icon className="size-4 shrink-0" aria-hidden="true" />
        {label}
      </Button>
    </form>
  );
}
