import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Scope } from '#db/context.ts'
import type { Subject } from '../subject.ts'

/** Returns the condition of a contact's messages: all of its own conversations, and what it wrote in groups. */
export function ownMessages(scope: Scope, { chatIds, contactIds }: Subject): RawBuilder<boolean> {
  // One list of conversations, so that the index on them is used and not all messages are read.
  return sql`messages.workspace_id = ${scope.workspaceId}
    and messages.chat_id = any (array(
      select id from chats
      where workspace_id = ${scope.workspaceId} and (is_group or id = any (${chatIds}::uuid[]))
    ))
    and (
      messages.chat_id = any (${chatIds}::uuid[])
      or (messages.person_id = any (${contactIds}::uuid[]) and messages.direction = 'inbound')
    )`
}
