/**
 * The words for bubblewrap that make a folder the root: with the machine's devices and processes, and a /tmp of its
 * own.
 */
export function rootedIn(root: string): string[] {
  const places = ["--bind", root, "/", "--bind", "/proc", "/proc", "--dev", "/dev"];
  return [...places, "--perms", "1777", "--tmpfs", "/tmp"];
}
