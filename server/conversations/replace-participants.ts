import { sql } from 'kysely'
import { bulkRows } from '#db/bulk-rows.ts'
import type { Scope } from '#db/context.ts'
import { selectFrom } from '#db/select-from.ts'
import { checkMembers } from './check-members.ts'
import type { PresentMembers } from './find-present-members.ts'
import type { NewChatChange } from './record-chat-changes.ts'

/** A member who takes part in a conversation. */
type Place = { chatId: string; membershipId: string }

/**
 * Replaces the participants of locked conversations, each by its `memberIds`, and returns the changes to record.
 * @throws {AppError} membership_not_found for a new participant who is not in `members`
 */
export async function replaceParticipants(
  tx: Scope,
  all: { id: string; memberIds: string[] }[],
  members: PresentMembers,
): Promise<NewChatChange[]> {
  if (all.length === 0) return []
  const had = await selectFrom(tx, 'chat_participants')
    .select(['chat_id as chatId', 'membership_id as membershipId'])
    .where(
      'chat_id',
      'in',
      all.map(({ id }) => id),
    )
    .execute()
  const wanted = all.flatMap(({ id, memberIds }) =>
    [...new Set(memberIds.map((each) => each.toLowerCase()))].map((membershipId) => ({
      chatId: id,
      membershipId,
    })),
  )
  const removed = without(had, wanted)
  const added = without(wanted, had)
  checkMembers(
    members,
    added.map(({ membershipId }) => membershipId),
  )
  await removeParticipants(tx, removed)
  await addParticipants(tx, added)
  return [
    ...removed.map((place) => toChange('participant_removed', place)),
    ...added.map((place) => toChange('participant_added', place)),
  ]
}

/** Adds participants to conversations; those who take part already stay. */
async function addParticipants(tx: Scope, places: Place[]): Promise<void> {
  if (places.length === 0) return
  const given = toRows(places)
  await sql`
    insert into chat_participants (workspace_id, chat_id, membership_id, created_at)
    select ${tx.workspaceId}::uuid, chat_id, membership_id, ${tx.clock.now()}::timestamptz from ${given}
    order by chat_id, membership_id
    on conflict do nothing`.execute(tx.db)
}

async function removeParticipants(tx: Scope, places: Place[]): Promise<void> {
  if (places.length === 0) return
  const given = toRows(places)
  await sql`
    delete from chat_participants as place using ${given}
    where place.workspace_id = ${tx.workspaceId} and place.chat_id = given.chat_id
      and place.membership_id = given.membership_id`.execute(tx.db)
}

function toRows(places: Place[]) {
  return bulkRows('given', places, {
    chat_id: ['uuid', (place) => place.chatId],
    membership_id: ['uuid', (place) => place.membershipId],
  })
}

function without(places: Place[], others: Place[]): Place[] {
  const keys = new Set(others.map(keyOf))
  return places.filter((place) => !keys.has(keyOf(place)))
}

function keyOf({ chatId, membershipId }: Place): string {
  return `${chatId} ${membershipId}`
}

function toChange(
  kind: 'participant_added' | 'participant_removed',
  { chatId, membershipId }: Place,
): NewChatChange {
  return { chatId, kind, data: { membership_id: membershipId } }
}
