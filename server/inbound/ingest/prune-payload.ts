/** The text in place of a value that was removed. */
export const ERASED = '[erased]'

/**
 * Names of fields with what somebody wrote, or with the message that they answer. A hit there does not make the node the
 * person's own; only the value is replaced.
 */
const FOREIGN = new Set(['text', 'body', 'caption', 'context', 'reply_to', 'referral', 'mentions'])

/**
 * Removes from a parsed payload the smallest items of lists that belong to a person: those with a value for which
 * `isTheirs` is true outside of nested lists. Other occurrences are replaced.
 */
export function prunePayload(value: unknown, isTheirs: (text: string) => boolean): unknown {
  if (typeof value === 'string') return isTheirs(value) ? ERASED : value
  if (Array.isArray(value))
    return value
      .filter((item) => !isOwn(item, isTheirs))
      .map((item) => prunePayload(item, isTheirs))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, prunePayload(each, isTheirs)]),
    )
  return value
}

/** Returns the items of lists that `prunePayload` removes. */
export function pickFromPayload(value: unknown, isTheirs: (text: string) => boolean): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap((item) =>
    Array.isArray(value) && isOwn(item, isTheirs) ? [item] : pickFromPayload(item, isTheirs),
  )
}

function isOwn(node: unknown, isTheirs: (text: string) => boolean): boolean {
  if (typeof node === 'string') return isTheirs(node)
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return false
  return Object.entries(node).some(([name, value]) => !FOREIGN.has(name) && isOwn(value, isTheirs))
}
