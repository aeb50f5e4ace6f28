/** Whether what is sent to an address can be read on its way: neither encrypted nor kept on this machine. */
export function isReadableOnTheWay(url: URL): boolean {
  if (url.protocol === "https:") return false;
  return !/^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
}
