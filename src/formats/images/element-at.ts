/** The element at a place that the caller knows to exist; where there is none, the code is wrong. */
export function elementAt<T>(list: readonly T[], index: number): T {
  const element = list[index];
  if (element === undefined) throw new RangeError(`There is no element ${index} of ${list.length}.`);
  return element;
}
