import type { ReadStatus } from './item.ts'

/** Returns a status about which the platform says nothing more. */
export function plainStatus(
  given: Pick<ReadStatus, 'platformMessageId' | 'status' | 'at'>,
  ownId?: string,
): ReadStatus {
  return { ...given, participant: '', error: null, ownId, details: null }
}
