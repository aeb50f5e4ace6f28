import type { ComponentProps } from "react";
import { useHydrated } from "../lib/use-hydrated.ts";

/**
 * The base of every button, without styles (`Button` has them). It never submits a form unless its `type` says so. On a
 * server-rendered page it works after hydration, and an earlier press is repeated then (lib/early-press.ts). Until then
 * the method "dialog" keeps the browser from submitting the form, which would put a password into the address.
 */
export function BareButton(props: ComponentProps<"button">) {
  const asleep = useHydrated() ? {} : { formMethod: "dialog", "data-asleep": "" };
  return <button type="button" {...props} {...asleep} />;
}
