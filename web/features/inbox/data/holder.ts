import type { HolderRole } from '#shared/conversations.ts'
import type { Chat } from './types.ts'

/** Returns which other app holds the conversation at `now`; null when we or nobody does. The hold ends by itself. */
export function otherHolder({ holder }: Chat, now: Date): HolderRole | null {
  if (!holder || holder.type === 'workspace') return null
  return holder.until !== null && new Date(holder.until) <= now ? null : holder.type
}
