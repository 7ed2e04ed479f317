import type { Static } from 'typebox'
import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#db/context.ts'
import { countRows } from '#db/count-rows.ts'
import { insertRow } from '#db/insert-row.ts'
import { selectFrom } from '#db/select-from.ts'
import { transaction } from '#db/transaction.ts'
import { AppError } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { readTrimmed } from '#lib/read-trimmed.ts'
import type { MissingPart } from '#shared/rule-parts.ts'
import { RULES_MAX } from '#shared/rules.ts'
import { checkRule, refuseMissing, ruleTaken, toStoredTrigger } from './check-rule.ts'
import { findMissing } from './find-missing.ts'
import { toRule } from './schema.ts'
import type { CreateRuleBody, Rule, RuleInput } from './schema.ts'

/**
 * Creates a rule, which is off, as the last one. `missing`: those of `findMissingOf`; needed inside a transaction.
 *
 * @throws {AppError} validation_failed, rule_taken, quota_exceeded
 */
export async function createRule(
  scope: Scope,
  input: Static<typeof CreateRuleBody>,
  missing?: MissingPart[],
): Promise<Rule> {
  const name = readTrimmed('name', input.name)
  checkRule(input)
  refuseMissing(missing ?? (await findMissingOf(scope, input)))
  return transaction(scope, async (tx) => {
    const count = await countRows(selectFrom(tx, 'rules'))
    if (count >= RULES_MAX.rules)
      throw new AppError(
        'quota_exceeded',
        `The workspace can have ${RULES_MAX.rules} rules. Delete some first.`,
      )
    const now = tx.clock.now()
    const row = await insertRow(tx, 'rules', {
      id: newId(),
      name,
      place: count + 1,
      trigger: toStoredTrigger(input.trigger),
      conditions: JSON.stringify(input.conditions),
      actions: JSON.stringify(input.actions),
      repeat: input.repeat ?? 'always',
      stops: input.stops ?? false,
      created_at: now,
      updated_at: now,
    }).catch(ruleTaken(name))
    await recordAudit(tx, 'rule.created', row.id, { name })
    return toRule(row)
  })
}

/** Finds what the given parts of a rule name and does not exist, before the transaction that writes it. */
export async function findMissingOf(scope: Scope, input: RuleInput): Promise<MissingPart[]> {
  const { conditions, actions = [] } = input
  const [missing = []] = await findMissing(scope, [{ ...(conditions && { conditions }), actions }])
  return missing
}
