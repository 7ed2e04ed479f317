/** Returns the fields of `item` that have these names. */
export function pick<Item, Name extends keyof Item>(
  item: Item,
  names: readonly Name[],
): Pick<Item, Name> {
  const picked: Partial<Pick<Item, Name>> = {}
  for (const name of names) picked[name] = item[name]
  return picked as Pick<Item, Name>
}
