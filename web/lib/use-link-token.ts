import { useEffect, useState } from "react";
import { readFragment } from "./fragment.ts";

/**
 * The token of the link that was opened: what follows the # in the address, which browsers do not send. A second link
 * pasted into the same tab loads no new page, so its token replaces the first one's. Leaving the page, which empties
 * the address first, does not.
 */
export function useLinkToken(): string {
  const [token, setToken] = useState(tokenInAddress);
  useEffect(() => {
    const follow = () => {
      const next = tokenInAddress();
      if (next !== "") setToken(next);
    };
    window.addEventListener("hashchange", follow);
    return () => window.removeEventListener("hashchange", follow);
  }, []);
  return token;
}

const tokenInAddress = () => readFragment(location.hash);
