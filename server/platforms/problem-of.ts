import type { Reading } from './item.ts'

/** Returns a function that reads an item as a problem, with the id of its message if it has one. */
export function problemOf(
  about: string,
  platformMessageId: string | undefined,
): (reason: string) => Reading {
  return (reason) => ({ kind: 'problem', about, reason, platformMessageId })
}
