import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import { deleteFrom, selectFrom } from '#db/select-from.ts'
import { transaction } from '#db/transaction.ts'
import { withCause } from '#lib/cause.ts'
import { newId } from '#lib/ids.ts'
import type { FiredAction, SeenCondition } from '#shared/rule-parts.ts'
import type { Moment } from './engine/moment.ts'
import type { Rule } from './engine/rule.ts'
import { toRequestId } from './read-steps.ts'
import { FailedAction, findNamedMembers, runActions } from './run-actions.ts'

/** A firing to make: its rule, the moment, the key that makes it unique in the conversation, and what it saw. */
type NewFiring = { rule: Rule; moment: Moment; key: string; seen: SeenCondition[] }

/**
 * Fires a rule: its actions and the row of the firing are one transaction, so a firing is made once, whatever is killed. An action that
 * fails ends it as `partly`: the actions before it are done. Does nothing if it was made before, the rule is off, or the conversation is deleted.
 */
export async function fire(system: Scope, firing: NewFiring): Promise<void> {
  const { rule } = firing
  const scope: Scope = { ...system, actor: { type: 'rule', id: rule.id } }
  const members = await findNamedMembers(scope, rule.actions)
  const id = newId()
  let failed: FailedAction | undefined
  for (;;) {
    try {
      const done = failed ? rule.actions.slice(0, failed.index) : rule.actions
      const results = [
        ...done.map(({ type }): FiredAction => ({ type })),
        ...toFailed(rule, failed),
      ]
      await withCause({ requestId: toRequestId(id) }, () =>
        transaction(scope, async (tx) => {
          if (!(await isLive(tx, rule.id))) return
          const isNew = await insertFiring(tx, { ...firing, id, results, isPartly: !!failed })
          await deleteFrom(tx, 'rule_timers')
            .where('rule_id', '=', rule.id)
            .where('chat_id', '=', firing.moment.chat.id)
            .where('episode', '=', firing.key)
            .execute()
          if (isNew) await runActions(tx, firing.moment.chat.id, done, members)
        }),
      )
      return
    } catch (err) {
      if (!(err instanceof FailedAction)) throw err
      // Nothing is committed: the actions before it run again without it.
      failed = err
    }
  }
}

function toFailed(rule: Rule, failed: FailedAction | undefined): FiredAction[] {
  if (!failed) return []
  const { code, message } = failed.reason
  return [{ type: rule.actions[failed.index]!.type, error: { code, message } }]
}

/** Locks a rule against deletion, and returns whether it is on. */
async function isLive(tx: Scope, ruleId: string): Promise<boolean> {
  const row = await selectFrom(tx, 'rules')
    .select('is_on')
    .where('id', '=', ruleId)
    .forKeyShare()
    .executeTakeFirst()
  return row?.is_on ?? false
}

/** Inserts the row of a firing. Returns whether it is new; a deleted conversation has none. */
async function insertFiring(
  tx: Scope,
  {
    rule,
    moment,
    key,
    seen,
    id,
    results,
    isPartly,
  }: NewFiring & { id: string; results: FiredAction[]; isPartly: boolean },
): Promise<boolean> {
  const chat = await selectFrom(tx, 'chats')
    .select('id')
    .where('id', '=', moment.chat.id)
    .forKeyShare()
    .executeTakeFirst()
  if (!chat) return false
  // A turn that overlaps waits for the first one here, and then does nothing.
  const { rows } = await prepared<{ id: string }>`
    insert into rule_firings (workspace_id, id, rule_id, chat_id, episode, event_position, chain, is_answer, result,
      actions, seen, created_at)
    values (${tx.workspaceId}, ${id}, ${rule.id}, ${chat.id}, ${key}, ${moment.position}::bigint,
      ${[...moment.chain, rule.id]}::uuid[], ${isAnswer(moment)}, ${isPartly ? 'partly' : 'done'},
      ${JSON.stringify(results)}::jsonb, ${JSON.stringify(withoutTexts(seen))}::jsonb, ${tx.clock.now()})
    on conflict (workspace_id, rule_id, chat_id, episode) do nothing
    returning id`.execute(tx.db)
  return rows.length > 0
}

/** Returns whether no person caused a moment. */
export function isAnswer({ by }: Pick<Moment, 'by'>): boolean {
  return by !== 'person' && by !== 'member'
}

/** Returns conditions without what a customer wrote: it is in the thread. */
export function withoutTexts(seen: SeenCondition[]): SeenCondition[] {
  return seen.map((each) => (each.field === 'text' ? { ...each, seen: [] } : each))
}
