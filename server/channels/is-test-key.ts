import { sql } from 'kysely'
import type { Actor, Context, InWorkspace, Scope } from '#db/context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { AppError } from '#lib/errors.ts'

/** The use of a channel of a workspace by an actor. */
type ChannelUse = InWorkspace<{ actor: Actor; channelId: string }>

/** Returns whether an actor is a test key, which reaches nobody outside of the simulator. */
export function isTestKey(actor: Actor): boolean {
  return 'isTest' in actor && actor.isTest === true
}

/** Creates the refusal of a test key on a channel of a real platform. */
export function liveKeyRequired(): AppError {
  return new AppError(
    'live_key_required',
    'A test key sends only on channels of the simulator. Use a live key (sk_live_…) for this channel.',
  )
}

/** Returns the channels that a test key uses and that are not of the simulator; asks nothing without a test key. */
export async function findRefusedChannels(
  context: Context,
  uses: ChannelUse[],
): Promise<ReadonlySet<string>> {
  const tested = uses.filter(({ actor }) => isTestKey(actor))
  if (tested.length === 0) return new Set()
  const asked = bulkRows('asked', tested, {
    workspace_id: ['uuid', (each) => each.workspaceId],
    id: ['uuid', (each) => each.channelId],
  })
  const { rows } = await sql<{ id: string }>`
    select channels.id
    from ${asked}
    join channels on channels.workspace_id = asked.workspace_id and channels.id = asked.id
      and not is_simulated`.execute(context.db)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Refuses a test key that would reach the platform of a conversation, unless it is the simulator. Does nothing when there
 * is no such conversation.
 *
 * @throws {AppError} live_key_required
 */
export async function checkTestKeyInChat(scope: Scope, chatId: string): Promise<void> {
  if (!isTestKey(scope.actor)) return
  const { rows } = await sql`
    select from chats
    join channels on channels.workspace_id = ${scope.workspaceId} and channels.id = chats.channel_id
    where chats.workspace_id = ${scope.workspaceId} and chats.id = ${chatId}
      and not channels.is_simulated`.execute(scope.db)
  if (rows.length > 0) throw liveKeyRequired()
}
