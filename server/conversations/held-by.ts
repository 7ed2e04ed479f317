import type { ConversationHolder } from '#shared/conversations.ts'
import type { HeldBy } from '#shared/bots.ts'

/** The columns of a conversation that say who holds it. `is_bots`: whether the assignee is a bot. */
export type HolderRow = {
  holder: ConversationHolder | null
  assignee_id: string | null
  is_bots: boolean
  team_id: string | null
  holder_version: number
}

/** Who holds a conversation. `version` grows whenever that changes. */
export type HolderState = { type: HeldBy; id: string | null; version: number }

/** Returns who holds a conversation: another app at the platform, else its assignee, else the queue of its team. It is stored nowhere. */
export function heldBy(row: HolderRow): HolderState {
  const { holder, assignee_id: assigneeId, team_id: teamId, holder_version: version } = row
  if (holder !== null && holder !== 'workspace') return { type: 'other_app', id: null, version }
  if (assigneeId !== null) return { type: row.is_bots ? 'bot' : 'member', id: assigneeId, version }
  return { type: teamId === null ? 'nobody' : 'team', id: teamId, version }
}
