import { useEffect } from "react";

/** Names the page in the browser's title: "About · Attestamp". */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === "" ? "Attestamp" : `${title} · Attestamp`;
  }, [title]);
}
