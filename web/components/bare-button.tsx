import type { ComponentProps } from "react";
import { useHydrated } from "../lib/use-hydrated.ts";

/**
 * The base of every button, without styles (`Button` has them). It never submits a form unless its `type` says so. On a
 * server-rendered page it is disabled until hydration, but looks enabled (styles/base.css): forms are submitted only by
 * buttons, so the browser never submits one natively, which would put a password into the address.
 */
export function BareButton(props: ComponentProps<"button">) {
  const asleep = useHydrated() ? {} : { disabled: true, "data-asleep": "" };
  return <button type="button" {...props} {...asleep} />;
}
