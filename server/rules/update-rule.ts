import type { Selectable } from 'kysely'
import { changedFields } from '#account/audit/changed-fields.ts'
import { recordAudit } from '#account/audit/record-audit.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import type { Scope } from '#db/context.ts'
import { getById } from '#db/get-by-id.ts'
import { prepared } from '#db/prepared.ts'
import { deleteFrom, selectFrom } from '#db/select-from.ts'
import type { Rules } from '#db/tables/rules.ts'
import { transaction } from '#db/transaction.ts'
import { updateById } from '#db/update-by-id.ts'
import { pick } from '#lib/pick.ts'
import { readTrimmed } from '#lib/read-trimmed.ts'
import type { MissingPart } from '#shared/rule-parts.ts'
import { checkRule, refuseMissing, ruleTaken, toStoredTrigger } from './check-rule.ts'
import { findMissingOf } from './create-rule.ts'
import { followAgain } from './follow-again.ts'
import { toRule } from './schema.ts'
import type { Rule, RuleInput } from './schema.ts'

/**
 * Updates the given fields of a rule. What waited for it is forgotten if its trigger changes or it is switched off. `missing`: those of
 * `findMissingOfRule`; needed inside a transaction.
 *
 * @throws {AppError} rule_not_found, validation_failed, rule_taken
 */
export async function updateRule(
  scope: Scope,
  id: string,
  input: RuleInput,
  missing?: MissingPart[],
): Promise<Rule> {
  checkRule(input)
  refuseMissing(missing ?? (await findMissingOfRule(scope, id, input)))
  return transaction(scope, async (tx) => {
    const before = await getById(tx, 'rules', id, 'change')
    const { place, trigger, conditions, actions, ...plain } = input
    const name = input.name === undefined ? before.name : readTrimmed('name', input.name)
    const next = {
      ...pick(before, ['is_on', 'repeat', 'stops']),
      ...plain,
      name,
      // Switching it on or off by hand answers why it switched itself off.
      off: input.is_on === undefined ? before.off : null,
      trigger: trigger ?? before.trigger,
      conditions: conditions ?? before.conditions,
      actions: actions ?? before.actions,
    }
    checkRule(next)
    const changes = changedFields(before, next)
    if (place !== undefined && place !== before.place) {
      await moveRule(tx, before, place)
      changes['place'] = { from: before.place, to: place }
    }
    if (Object.keys(changes).length === 0) return toRule(before)
    await updateById(tx, 'rules', before.id, {
      ...next,
      live_since: next.is_on && !before.is_on ? tx.clock.now() : before.live_since,
      off: next.off && JSON.stringify(next.off),
      trigger: toStoredTrigger(next.trigger),
      conditions: JSON.stringify(next.conditions),
      actions: JSON.stringify(next.actions),
      updated_at: tx.clock.now(),
    }).catch(ruleTaken(name))
    if (changes['is_on'] || changes['trigger'])
      await deleteFrom(tx, 'rule_timers').where('rule_id', '=', before.id).execute()
    await recordAudit(tx, 'rule.updated', before.id, { name: before.name, changes })
    if (changes['is_on']) await followAgain(tx)
    return toRule(await getById(tx, 'rules', before.id))
  })
}

/** Finds what a rule will name and does not exist, before the transaction that updates it. A rule that stays off may. */
export async function findMissingOfRule(
  scope: Scope,
  id: string,
  input: RuleInput,
): Promise<MissingPart[]> {
  if (input.is_on !== true) return findMissingOf(scope, input)
  const { conditions, actions } = await getById(scope, 'rules', id)
  return findMissingOf(scope, { conditions, actions, ...input })
}

/** Moves a rule to a place, and numbers all rules again. */
async function moveRule(tx: Scope, rule: Selectable<Rules>, place: number): Promise<void> {
  const rows = await selectFrom(tx, 'rules')
    .select('id')
    .orderBy('place')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const ids = rows.map(({ id }) => id).filter((id) => id !== rule.id)
  await numberRules(tx, ids.toSpliced(place - 1, 0, rule.id))
}

/** Gives rules their places, from 1. */
export async function numberRules(tx: Scope, ids: readonly string[]): Promise<void> {
  const given = bulkRows('given', ids, {
    id: ['uuid', (id) => id],
    place: ['integer', (_, index) => index + 1],
  })
  await prepared`
    update rules set place = given.place from ${given}
    where rules.workspace_id = ${tx.workspaceId} and rules.id = given.id and rules.place <> given.place`.execute(
    tx.db,
  )
}
