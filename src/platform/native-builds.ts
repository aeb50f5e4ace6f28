/**
 * The names of the folders into which the executable unpacks its native libraries; none for a program that runs from
 * source, whose libraries are in node_modules. The executable has its own version of this module (embedded-modules.ts).
 */
export const nativeBuilds: string[] = [];
