import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'

/** The database channel of signals to visitors of web chats: a workspace's id, a space, and a conversation's id. */
export const VISITORS_CHANNEL = 'visitors'

/** Shows the visitors of a conversation, on any server, that an agent types. Nothing is stored. */
export async function announceToVisitors(
  { db, workspaceId }: Pick<Scope, 'db' | 'workspaceId'>,
  conversationId: string,
): Promise<void> {
  await sql`select pg_notify(${VISITORS_CHANNEL}, ${`${workspaceId} ${conversationId}`})`.execute(
    db,
  )
}
