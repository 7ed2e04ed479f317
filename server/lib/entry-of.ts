/** Returns the value of a key that a map has. Throws if it has not. */
export function entryOf<K, V extends NonNullable<unknown> | null>(
  map: ReadonlyMap<K, V>,
  key: K,
): V {
  const value = map.get(key)
  if (value === undefined) throw new Error('The map does not have the key.')
  return value
}
