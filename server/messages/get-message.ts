import type { Selectable } from 'kysely'
import type { Scope } from '#db/context.ts'
import { notFound } from '#db/get-by-id.ts'
import { prepared } from '#db/prepared.ts'
import { rowColumns } from '#db/row-columns.ts'
import type { Messages } from '#db/tables/messages.ts'
import { isUuid } from '#lib/ids.ts'
import { toMessage } from './schema.ts'
import type { Message } from './schema.ts'

/** Returns the messages with these ids, in the order of the ids; undefined for unknown ids. */
export async function getMessages(scope: Scope, ids: string[]): Promise<(Message | undefined)[]> {
  const { rows } = await prepared<Selectable<Messages>>`
    select ${rowColumns('messages')} from messages
    where workspace_id = ${scope.workspaceId}
      and id = any (${ids.filter(isUuid)}::uuid[])`.execute(scope.db)
  const messages = new Map(rows.map((row) => [row.id, toMessage(scope, row)]))
  return ids.map((id) => messages.get(id.toLowerCase()))
}

/** Returns the message with this id. @throws {AppError} message_not_found */
export async function getMessage(scope: Scope, id: string): Promise<Message> {
  const [message] = await getMessages(scope, [id])
  if (!message) throw notFound('messages', id)
  return message
}
