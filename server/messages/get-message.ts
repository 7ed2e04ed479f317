import type { Scope } from '#context.ts'
import { findById } from '#db/find-by-id.ts'
import { AppError } from '#lib/errors.ts'
import { toMessage } from './schema.ts'
import type { Message } from './schema.ts'

/** Returns the message with this id. @throws {AppError} message_not_found */
export async function getMessage(scope: Scope, id: string): Promise<Message> {
  const row = await findById(scope, 'messages', id)
  if (!row) throw new AppError('message_not_found', `There is no message ${id} in this workspace.`)
  return toMessage(scope, row)
}
