import type { Scope } from '#db/context.ts'
import { getById } from '#db/get-by-id.ts'
import { growingRead } from '#db/growing-read.ts'
import { prepared } from '#db/prepared.ts'
import type { EventType } from '#shared/event-types.ts'
import { FOLLOWED_EVENT_TYPES } from '#shared/event-types.ts'
import { RULE_TRIAL_MAX } from '#shared/rules.ts'
import { simulate } from './engine/simulate.ts'
import { createFired } from './read-fired.ts'
import { readMoments } from './read-moments.ts'
import { toRuleSet } from './to-rule-set.ts'
import { readSteps } from './read-steps.ts'
import type { RuleTrial } from './schema.ts'

const DAY_MS = 86_400_000

type Range = { after: number; head: number; since: Date | null; events: number }

/**
 * Returns what a rule would have done at the events of the last 30 days, the newest 10,000 of them, by the function that evaluates live rules,
 * on the conversations as they were then. Contacts and business hours are those of now. Does nothing.
 *
 * @throws {AppError} rule_not_found, busy
 */
export async function tryRule(caller: Scope, id: string): Promise<RuleTrial> {
  return growingRead(caller, 'list', async (scope) => {
    const rule = await getById(scope, 'rules', id)
    const { after, head, since, events } = await findRange(scope)
    const set = await toRuleSet(scope, [rule])
    const { steps } = await readSteps(scope, {
      after,
      upTo: head,
      limit: RULE_TRIAL_MAX.events + 1,
    })
    const moments = await readMoments(scope, steps, set.needs)
    const fired = createFired()
    const { firings, misses } = simulate(
      set.find,
      moments,
      { ...set.hours, ...fired },
      scope.clock.now().getTime(),
    )
    const ids = [...new Set(firings.map(({ moment }) => moment.chat.id).toReversed())]
    return {
      events,
      since,
      firings: firings.length,
      conversation_ids: ids.slice(0, RULE_TRIAL_MAX.conversations),
      misses: Object.fromEntries(
        [...Map.groupBy(misses, ({ miss }) => miss)].map(([miss, all]) => [miss, all.length]),
      ),
    }
  })
}

/** Finds the positions of the events of a trial. */
async function findRange(scope: Scope): Promise<Range> {
  const types: readonly EventType[] = FOLLOWED_EVENT_TYPES.rules
  const since = new Date(scope.clock.now().getTime() - RULE_TRIAL_MAX.days * DAY_MS)
  const { rows } = await prepared<{
    first: number | null
    head: number | null
    since: Date | null
    events: number
  }>`
    select min(position) as first, max(position) as head, min(created_at) as since, count(*)::integer as events
    from (
      select position, created_at from events
      where workspace_id = ${scope.workspaceId} and type = any (${types}::text[]) and created_at > ${since}::timestamptz
      order by position desc limit ${RULE_TRIAL_MAX.events}::int
    ) as newest`.execute(scope.db)
  const { first, head, since: oldest, events } = rows[0]!
  return { after: (first ?? 1) - 1, head: head ?? 0, since: oldest, events }
}
