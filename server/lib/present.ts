/** Returns a value that must exist, such as an item that was found before. Throws if it does not. */
export function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('A value that must exist does not.')
  return value
}
