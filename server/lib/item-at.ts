/** Returns the item at an index that the list has. Throws if it is shorter. */
export function itemAt<T extends NonNullable<unknown> | null>(
  list: ArrayLike<T>,
  index: number,
): T {
  const item = list[index]
  if (item === undefined) throw new Error(`The list of ${list.length} has no item at ${index}.`)
  return item
}
