const channelName = "session";

/** Tells the other tabs of this browser that somebody signed in or out. */
export function tellOtherTabs(): void {
  try {
    const channel = new BroadcastChannel(channelName);
    channel.postMessage("changed");
    channel.close();
  } catch {
    // Without a channel the other tabs ask for themselves, and the server refuses what is not theirs.
  }
}

/** Listens for that; where a browser has or allows no channel, each return to this tab counts as news. */
export function onSessionMessage(listener: () => void): void {
  try {
    new BroadcastChannel(channelName).addEventListener("message", listener);
  } catch {
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) listener();
    });
  }
}
