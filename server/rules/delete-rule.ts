import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#db/context.ts'
import { deleteById } from '#db/get-by-id.ts'
import { selectFrom } from '#db/select-from.ts'
import { transaction } from '#db/transaction.ts'
import { followAgain } from './follow-again.ts'
import { numberRules } from './update-rule.ts'

/** Deletes a rule with its firings. What it did stays. @throws {AppError} rule_not_found */
export async function deleteRule(scope: Scope, id: string): Promise<void> {
  await transaction(scope, async (tx) => {
    const { name, is_on: isOn } = await deleteById(tx, 'rules', id)
    const rows = await selectFrom(tx, 'rules')
      .select('id')
      .orderBy('place')
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
    await numberRules(
      tx,
      rows.map((row) => row.id),
    )
    await recordAudit(tx, 'rule.deleted', id, { name })
    if (isOn) await followAgain(tx)
  })
}
