import type { ComponentProps } from "react";
import { useHydrated } from "../lib/use-hydrated.ts";

/**
 * Every button of the page, without a look of its own (`Button` has one). It never sends a form unless its `type` says
 * so. On a page that was drawn ahead it is disabled as long as it can do nothing, and looks as it will
 * (styles/base.css): forms are sent by buttons alone, so none is sent by the browser itself, which would write a
 * password into the address.
 */
export function BareButton(props: ComponentProps<"button">) {
  const asleep = useHydrated() ? {} : { disabled: true, "data-asleep": "" };
  return <button type="button" {...props} {...asleep} />;
}
