import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Scope } from '#context.ts'
import type { Subject } from '../subject.ts'

/** Returns the condition of a contact's messages: all of its own conversations, and what it wrote in groups. */
export function ownMessages(scope: Scope, { chatIds, contactIds }: Subject): RawBuilder<boolean> {
  return sql`messages.workspace_id = ${scope.workspaceId} and (
    messages.chat_id = any (${chatIds}::uuid[])
    or (messages.chat_id in (select id from chats where workspace_id = ${scope.workspaceId} and is_group)
      and messages.person_id = any (${contactIds}::uuid[]) and messages.direction = 'inbound')
  )`
}
