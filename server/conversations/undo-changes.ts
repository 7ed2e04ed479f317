import type { Selectable } from 'kysely'
import { bulkRows } from '#db/bulk-rows.ts'
import type { Scope } from '#db/context.ts'
import { deleteRowsLater } from '#db/delete-rows.ts'
import { prepared } from '#db/prepared.ts'
import type { ChatChanges } from '#db/tables/conversations.ts'
import type { NewChatChange } from './record-chat-changes.ts'

/** The time in which the actor of a change can undo it without a trace. */
export const UNDO_MS = 60_000

/** The changes that say in which part of the inbox a conversation is. */
export const MOVES = ['closed', 'reopened', 'snoozed', 'merged'] as const

const TAGS = ['tagged', 'untagged'] as const

/** The changes in the same respect as a change that can be an undo. */
const RESPECTS: Partial<Record<ChatChanges['kind'], readonly ChatChanges['kind'][]>> = {
  reopened: MOVES,
  snoozed: MOVES,
  assigned: ['assigned'],
  team: ['team'],
  priority: ['priority'],
  tagged: TAGS,
  untagged: TAGS,
}

/** A recorded change of a conversation; `place` is that of the change that may undo it. */
type RecordedChange = Recorded &
  Pick<Selectable<ChatChanges>, 'id' | 'actor_type' | 'actor_id' | 'occurred_at'> & {
    place: number
  }

/**
 * Removes the last change of locked conversations from their threads if one of `changes` undoes it: within a minute, by the
 * same actor. Then neither of them is shown, and reports ignore an accidental close. Returns the changes that are undos; the
 * caller records the others. Programs undo only a close or a snooze: others seldom have an accident, and this costs a query.
 */
export async function undoChanges(
  tx: Scope,
  changes: NewChatChange[],
): Promise<ReadonlySet<NewChatChange>> {
  const { actor } = tx
  const candidates = changes.filter(
    ({ kind }) =>
      RESPECTS[kind] && actor.id !== null && (actor.type === 'member' || kind === 'reopened'),
  )
  if (candidates.length === 0) return new Set()
  const recorded = Map.groupBy(await findLastTwo(tx, candidates), ({ place }) => place)
  const undone = candidates.flatMap((change, place) => {
    const [last, before] = recorded.get(place) ?? []
    if (!last || last.actor_type !== actor.type || last.actor_id !== actor.id) return []
    if (tx.clock.now().getTime() - last.occurred_at.getTime() > UNDO_MS) return []
    return isUndoneBy(change, last, before) ? [{ change, id: last.id }] : []
  })
  const ids = undone.map(({ id }) => id)
  if (ids.length > 0) await deleteRowsLater(tx, 'chat_changes', 'id', ids)
  return new Set(undone.map(({ change }) => change))
}

/** Finds the last two changes in the respect of each candidate, the last one first. */
async function findLastTwo(tx: Scope, candidates: NewChatChange[]): Promise<RecordedChange[]> {
  const asked = bulkRows('asked', candidates, {
    place: ['integer', (_, index) => index],
    chat_id: ['uuid', ({ chatId }) => chatId],
    kinds: ['text', ({ kind }) => RESPECTS[kind]?.join() ?? null],
    tag_id: ['text', ({ data }) => (typeof data?.['tag_id'] === 'string' ? data['tag_id'] : null)],
  })
  const { rows } = await prepared<RecordedChange>`
    select asked.place, change.id, change.kind, change.data, change.actor_type, change.actor_id, change.occurred_at
    from ${asked}
    cross join lateral (
      select id, kind, data, actor_type, actor_id, occurred_at from chat_changes
      where workspace_id = ${tx.workspaceId} and chat_id = asked.chat_id
        and kind = any (string_to_array(asked.kinds, ','))
        and (asked.tag_id is null or data ->> 'tag_id' = asked.tag_id)
      order by occurred_at desc, id desc limit 2
    ) as change
    order by asked.place, change.occurred_at desc, change.id desc`.execute(tx.db)
  return rows
}

type Recorded = { kind: ChatChanges['kind']; data: unknown }

/** Returns whether `change` restores the state before the change `last`, which follows `before`. */
function isUndoneBy(change: NewChatChange, last: Recorded, before: Recorded | undefined): boolean {
  const read = (of: Recorded | undefined, name: string) =>
    (of?.data as Record<string, unknown> | undefined)?.[name] ?? null
  if (change.kind === 'assigned')
    return read(last, 'previous_assignee_id') === (change.data?.['assignee_id'] ?? null)
  if (change.kind === 'team')
    return read(last, 'previous_team_id') === (change.data?.['team_id'] ?? null)
  if (change.kind === 'priority')
    return read(last, 'previous_priority') === (change.data?.['priority'] ?? null)
  if (change.kind === 'reopened')
    return (
      (last.kind === 'closed' || last.kind === 'snoozed') &&
      (before === undefined || before.kind === 'reopened')
    )
  if (change.kind !== 'snoozed') return last.kind !== change.kind
  const until = change.data?.['until']
  return (
    last.kind === 'closed' &&
    before?.kind === 'snoozed' &&
    until instanceof Date &&
    read(before, 'until') === until.toISOString() &&
    read(before, 'remind_if_unanswered') === (change.data?.['remind_if_unanswered'] ?? null)
  )
}
