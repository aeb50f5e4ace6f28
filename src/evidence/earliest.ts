/** The earliest of these times; undefined if there is none. */
export function earliest(times: (Date | undefined)[]): Date | undefined {
  const known = times.flatMap((time) => (time ? [time.getTime()] : []));
  return known.length > 0 ? new Date(Math.min(...known)) : undefined;
}
