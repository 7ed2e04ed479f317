/** Returns the earlier of two times; null is none. */
export function earlierOf(a: Date | null, b: Date | null): Date | null {
  return a && b ? (a < b ? a : b) : (a ?? b)
}
