/**
 * Reads custom headers from lines of the form `Name: value`. A line with the name of a stored header alone keeps its
 * value; a stored header without a line is removed. Returns undefined if nothing changes.
 */
export function readHeaders(
  text: string,
  stored: readonly string[],
): Record<string, string | null> | undefined {
  const changes = new Map<string, string | null>()
  const kept = new Set<string>()
  for (const line of text.split('\n')) {
    if (!line.trim()) continue
    const colon = line.indexOf(':')
    const name = (colon < 0 ? line : line.slice(0, colon)).trim()
    const value = colon < 0 ? '' : line.slice(colon + 1).trim()
    const isStored = stored.some((each) => each.toLowerCase() === name.toLowerCase())
    kept.add(name.toLowerCase())
    if (value || !isStored) changes.set(name, value)
  }
  for (const name of stored) if (!kept.has(name.toLowerCase())) changes.set(name, null)
  return changes.size > 0 ? Object.fromEntries(changes) : undefined
}
