import type { PayloadStatus } from '#shared/inbound.ts'

/** Returns the text that says why a submission with this status became no contact. */
export function reasonOf(status: PayloadStatus): 'reasonPending' | 'reasonBroken' | 'reasonNone' {
  if (status === 'pending') return 'reasonPending'
  return status === 'failed' ? 'reasonBroken' : 'reasonNone'
}
