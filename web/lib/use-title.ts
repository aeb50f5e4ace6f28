import { useEffect } from "react";
import { productName } from "../environment/server-settings.ts";

/** Sets the browser's title: "About · Attestamp". */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === "" ? productName : `${title} · ${productName}`;
  }, [title]);
}
