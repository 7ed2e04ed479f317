import type { Scope } from '../context.ts'
import { AppError } from '../lib/errors.ts'
import { isUuid } from '../lib/ids.ts'
import { toMessage } from './schema.ts'
import type { Message } from './schema.ts'

/** The message with this id. @throws {AppError} message_not_found */
export async function getMessage(scope: Scope, id: string): Promise<Message> {
  const row = isUuid(id)
    ? await scope.db
        .selectFrom('messages')
        .selectAll()
        .where('workspace_id', '=', scope.workspaceId)
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined
  if (!row) throw new AppError('message_not_found', `There is no message ${id} in this workspace.`)
  return toMessage(row)
}
