import { changedFields } from '#account/audit/changed-fields.ts'
import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#db/context.ts'
import { transaction } from '#db/transaction.ts'
import { changeById } from '#db/update-by-id.ts'
import { readTrimmed } from '#lib/read-trimmed.ts'
import { getPolicy } from './get-policy.ts'
import type { SlaPolicy, SlaPolicyInput } from './schema.ts'
import { checkPolicy, policyTaken, toConditions, toTerms, writeVersion } from './check-policy.ts'

/**
 * Updates the given fields of a policy. Open rounds keep the version that they have. @throws {AppError} sla_policy_not_found,
 * sla_policy_taken, validation_failed, team_not_found, channel_not_found, tag_not_found
 */
export async function updatePolicy(
  scope: Scope,
  id: string,
  input: SlaPolicyInput,
): Promise<SlaPolicy> {
  return transaction(scope, async (tx) => {
    const before = await getPolicy(tx, id, 'change')
    const name = input.name === undefined ? before.name : readTrimmed('name', input.name)
    const after = { ...before, ...input, name }
    const changes = changedFields(before, after)
    if (Object.keys(changes).length === 0) return before
    const [terms, conditions] = [toTerms(after), toConditions(after)]
    await checkPolicy(tx, terms, conditions)
    const hasNewTerms = JSON.stringify(terms) !== JSON.stringify(toTerms(before))
    const version = before.version + (hasNewTerms ? 1 : 0)
    if (hasNewTerms) await writeVersion(tx, before.id, version, terms)
    await changeById(tx, 'sla_policies', before.id, {
      name,
      position: after.position,
      conditions: JSON.stringify(conditions),
      notify: after.notify,
      version,
      updated_at: tx.clock.now(),
    }).catch(policyTaken(name))
    await recordAudit(tx, 'sla_policy.updated', before.id, { name: before.name, changes })
    return getPolicy(tx, before.id)
  })
}
