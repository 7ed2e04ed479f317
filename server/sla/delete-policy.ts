import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#db/context.ts'
import { transaction } from '#db/transaction.ts'
import { changeById } from '#db/update-by-id.ts'
import { wakeFollower } from '#followers/wake-follower.ts'
import { sql } from 'kysely'
import { getPolicy } from './get-policy.ts'

/** Deletes a policy. Its open targets are canceled; those that were met or missed stay in reports. @throws {AppError} sla_policy_not_found */
export async function deletePolicy(scope: Scope, id: string): Promise<void> {
  await transaction(scope, async (tx) => {
    // Before the policy: whoever computes its rounds now computes them again.
    await wakeFollower(tx, 'sla')
    const policy = await getPolicy(tx, id, 'change')
    await changeById(tx, 'sla_policies', policy.id, {
      deleted_at: tx.clock.now(),
      revision: sql`revision + 1`,
    })
    await recordAudit(tx, 'sla_policy.deleted', policy.id, { name: policy.name })
  })
}
