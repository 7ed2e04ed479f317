import { recordAudit } from '#account/audit/record-audit.ts'
import { readAudience, recordNotice } from '#account/notices/record-notice.ts'
import type { Scope } from '#db/context.ts'
import { deleteFrom, selectFrom } from '#db/select-from.ts'
import { transaction } from '#db/transaction.ts'
import { updateById } from '#db/update-by-id.ts'
import type { MissingPart, RuleOff } from '#shared/rule-parts.ts'
import type { RuleOffReason } from '#shared/rules.ts'
import { followAgain } from './follow-again.ts'

/** Switches a rule off in the name of the product, and tells the admins why. */
export async function switchOffRule(
  scope: Scope,
  id: string,
  reason: RuleOffReason,
  missing: MissingPart[],
): Promise<void> {
  const audience = await readAudience(scope)
  await transaction(scope, async (tx) => {
    const rule = await selectFrom(tx, 'rules')
      .select(['name', 'is_on'])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!rule?.is_on) return
    const now = tx.clock.now()
    const off: RuleOff = { reason, at: now.toISOString(), missing }
    await updateById(tx, 'rules', id, { is_on: false, off: JSON.stringify(off), updated_at: now })
    await deleteFrom(tx, 'rule_timers').where('rule_id', '=', id).execute()
    await recordAudit(tx, 'rule.switched_off', id, { name: rule.name, reason })
    const data = { rule_id: id, name: rule.name, reason, missing }
    await recordNotice(tx, { kind: 'rule_switched_off', data }, audience)
    await followAgain(tx)
  })
}
