/**
 * Returns the fields whose values differ between two states of an object, each with its old and new value, for
 * the audit log.
 */
export function changedFields(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Record<string, { from: unknown; to: unknown }> {
  return Object.fromEntries(
    Object.keys(after)
      .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
      .map((field) => [field, { from: before[field] ?? null, to: after[field] ?? null }]),
  )
}
