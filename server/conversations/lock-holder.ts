import type { Actor, Scope } from '#db/context.ts'
import { notFound } from '#db/get-by-id.ts'
import { prepared } from '#db/prepared.ts'
import { AppError } from '#lib/errors.ts'
import { firstOf } from '#lib/first-of.ts'
import { isUuid } from '#lib/ids.ts'
import { heldBy } from './held-by.ts'
import { holderAt } from './holder-at.ts'
import type { HolderRow, HolderState } from './held-by.ts'

/** A locked conversation, and who holds it. */
export type LockedHolder = Row & { held_by: HolderState }

type Row = HolderRow & { id: string; channel_id: string; last_message_id: string | null }

/**
 * Locks a conversation until the transaction ends, so that nobody else takes it meanwhile, and returns who holds it.
 *
 * @throws {AppError} conversation_not_found
 */
export async function lockHolder(tx: Scope, chatId: string): Promise<LockedHolder> {
  if (!isUuid(chatId)) throw notFound('chats', chatId)
  const { workspaceId } = tx
  const { rows } = await prepared<Row>`
    select id, channel_id, last_message_id, assignee_id, team_id, holder_version, ${holderAt(tx.clock.now())} as holder,
      exists (select from bots where bots.workspace_id = ${workspaceId} and bots.id = chats.assignee_id) as is_bots
    from chats
    where workspace_id = ${workspaceId} and id = ${chatId.toLowerCase()}
    for no key update of chats`.execute(tx.db)
  if (rows.length === 0) throw notFound('chats', chatId)
  const row = firstOf(rows)
  return { ...row, held_by: heldBy(row) }
}

/**
 * Refuses a bot that does not hold a locked conversation, or that saw it before it was handed over last. Everybody else may write.
 *
 * @throws {AppError} not_holder, with `held_by`
 */
export function checkHolder(
  actor: Pick<Actor, 'type' | 'id'>,
  { held_by: holder }: Pick<LockedHolder, 'held_by'>,
  seenVersion: number | undefined,
): void {
  if (actor.type !== 'bot') return
  const holds = holder.type === 'bot' && holder.id === actor.id
  const isStale = seenVersion !== undefined && seenVersion !== holder.version
  if (holds && !isStale) return
  throw new AppError(
    'not_holder',
    holds
      ? `The conversation was handed over since version ${seenVersion}. Read it again before you answer.`
      : `The bot does not hold the conversation: ${describe(holder)}.`,
    { extra: { held_by: holder } },
  )
}

function describe({ type, id }: HolderState): string {
  switch (type) {
    case 'other_app':
      return 'another app at the platform does'
    case 'bot':
      return `the bot ${id} does`
    case 'member':
      return `the member ${id} does`
    case 'team':
      return `it waits in the queue of the team ${id}`
    case 'nobody':
      return 'it is unassigned'
  }
}
