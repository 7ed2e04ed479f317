import { bulkRows } from '#db/bulk-rows.ts'
import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import { firstOf } from '#lib/first-of.ts'
import type { SeenCondition, StoredMiss } from '#shared/rule-parts.ts'
import type { RuleMiss } from '#shared/rules.ts'
import type { Moment } from './engine/moment.ts'
import type { Rule } from './engine/rule.ts'
import { withoutTexts } from './fire.ts'

/** A rule that did not fire at a moment. */
export type NewMiss = { rule: Rule; moment: Moment; miss: RuleMiss; seen: SeenCondition[] }

/** Most rules that are explained at one event. */
const EXPLAINED_MAX = 50

/** Stores why rules did not fire. Each event is explained once. */
export async function storeMisses(scope: Scope, misses: readonly NewMiss[]): Promise<void> {
  if (misses.length === 0) return
  const groups = [...Map.groupBy(misses, ({ moment }) => moment).values()]
  const given = bulkRows('given', groups, {
    chat_id: ['uuid', (group) => firstOf(group).moment.chat.id],
    event_position: ['bigint', (group) => firstOf(group).moment.position],
    misses: ['jsonb', (group) => JSON.stringify(group.slice(0, EXPLAINED_MAX).map(toStored))],
  })
  await prepared`
    insert into rule_checks (workspace_id, created_at, ${given.columns})
    select ${scope.workspaceId}::uuid, ${scope.clock.now()}::timestamptz, ${given.columns}
    from ${given}
    join chats on chats.workspace_id = ${scope.workspaceId} and chats.id = given.chat_id
    order by given.chat_id, given.event_position
    on conflict (workspace_id, chat_id, event_position) do nothing`.execute(scope.db)
}

function toStored({ rule, miss, seen }: NewMiss): StoredMiss {
  return { rule_id: rule.id, miss, seen: withoutTexts(seen) }
}
