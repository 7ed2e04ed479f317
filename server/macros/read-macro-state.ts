import { readChats } from '#conversations/read-chats.ts'
import type { Scope } from '#db/context.ts'
import { unrestricted } from '#db/visibility/as-viewer.ts'
import type { MacroState } from '#shared/rule-parts.ts'

/** Reads what a macro can restore of a conversation, also of one that the actor has just moved out of their sight. Undefined: it does not exist. */
export async function readMacroState(tx: Scope, chatId: string): Promise<MacroState | undefined> {
  const [chat] = await readChats(unrestricted(tx), [chatId])
  if (!chat) return undefined
  const { status, snoozed_until: until, assignee_id, team_id, priority, tags } = chat
  return {
    status,
    snoozed_until: until?.toISOString() ?? null,
    assignee_id,
    team_id,
    priority,
    tag_ids: tags.map(({ id }) => id),
  }
}
