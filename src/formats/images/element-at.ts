/** The element at an index that the caller knows to exist; throws if it does not. */
export function elementAt<T>(list: readonly T[], index: number): T {
  const element = list[index];
  if (element === undefined) throw new RangeError(`There is no element ${index} of ${list.length}.`);
  return element;
}
