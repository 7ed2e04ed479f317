import type { Scope } from '#db/context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { prepared } from '#db/prepared.ts'
import { recordMessageStatuses } from '#messages/state/record-message-statuses.ts'
import { placeOutcomes } from './item-outcome.ts'
import type { Placed, Recorded } from './item-outcome.ts'
import type { ReadStatus } from '#platforms/item.ts'

/** Records statuses, channel by channel in id order. */
export async function recordStatusItems(tx: Scope, items: Placed<'status'>[]): Promise<Recorded> {
  const recorded: Recorded = { outcomes: [], events: [] }
  const byChannel = Map.groupBy(items, ({ channel }) => channel.id)
  for (const [channelId, group] of [...byChannel].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const statuses = group.map(({ item }) => item.status)
    const { outcomes, events } = await recordMessageStatuses(tx, channelId, statuses)
    recorded.events.push(...events)
    recorded.outcomes.push(
      ...placeOutcomes(group, outcomes, ({ status }) => ({
        kind: 'status',
        platform_message_id: status.platformMessageId,
        status: status.status,
      })),
    )
  }
  const statuses = items.map(({ item }) => item.status)
  await linkUserIds(tx, statuses)
  return recorded
}

/**
 * Adds the user ids that statuses name beside a number to the contacts with that number: a customer who was written
 * to by number may answer without one. An id that another contact has stays there.
 */
async function linkUserIds(tx: Scope, statuses: ReadStatus[]): Promise<void> {
  const links = new Map(
    statuses.flatMap(({ userId }) => (userId ? [[userId.identity.value, userId]] : [])),
  )
  if (links.size === 0) return
  const given = bulkRows('given', [...links.values()], {
    kind: ['text', ({ identity }) => identity.kind],
    user_id: ['text', ({ identity }) => identity.value],
    wa_id: ['text', ({ phone }) => phone],
  })
  await prepared`
    insert into identities (workspace_id, kind, value, person_id, created_at)
    select distinct on (user_id) ${tx.workspaceId}::uuid, kind, user_id, person_id, ${tx.clock.now()}::timestamptz
    from (
      select ${given.columns}, coalesce(
        (select person_id from identities
          where workspace_id = ${tx.workspaceId} and kind = 'phone_e164' and value = '+' || given.wa_id),
        (select person_id from identities
          where workspace_id = ${tx.workspaceId} and kind = 'wa_id' and value = given.wa_id)
      ) as person_id
      from ${given}
    ) as known
    where person_id is not null
    order by user_id
    on conflict do nothing`.execute(tx.db)
}
