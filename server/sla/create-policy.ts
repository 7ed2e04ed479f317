import type { Static } from 'typebox'
import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#db/context.ts'
import { countRows } from '#db/count-rows.ts'
import { insertRow } from '#db/insert-row.ts'
import { selectFrom } from '#db/select-from.ts'
import { transaction } from '#db/transaction.ts'
import { switchFollower } from '#followers/switch-follower.ts'
import { AppError } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { readTrimmed } from '#lib/read-trimmed.ts'
import { SLA_MAX, SLA_PAUSES } from '#shared/sla.ts'
import { getPolicy } from './get-policy.ts'
import type { CreateSlaPolicyBody, SlaPolicy } from './schema.ts'
import { checkPolicy, policyTaken, toConditions, toTerms, writeVersion } from './check-policy.ts'

/** What a policy has unless it says otherwise. */
const DEFAULTS = {
  team_ids: [],
  channel_ids: [],
  tag_ids: [],
  first_response_minutes: null,
  next_response_minutes: null,
  resolution_minutes: null,
  clock: 'business',
  pauses: [...SLA_PAUSES],
  warning_percent: 80,
  notify: [],
} satisfies Partial<SlaPolicy>

/**
 * Creates a policy, which is applied to rounds that begin from now on. @throws {AppError} validation_failed, sla_policy_taken,
 * quota_exceeded, team_not_found, channel_not_found, tag_not_found
 */
export async function createPolicy(
  scope: Scope,
  input: Static<typeof CreateSlaPolicyBody>,
): Promise<SlaPolicy> {
  const name = readTrimmed('name', input.name)
  return transaction(scope, async (tx) => {
    const count = await countRows(selectFrom(tx, 'sla_policies').where('deleted_at', 'is', null))
    if (count >= SLA_MAX.count)
      throw new AppError(
        'quota_exceeded',
        `The workspace can have ${SLA_MAX.count} policies. Delete some first.`,
      )
    const now = tx.clock.now()
    const times = { version: 1, created_at: now, updated_at: now }
    const policy = { ...DEFAULTS, position: count, ...input, name, ...times }
    const [terms, conditions] = [toTerms(policy), toConditions(policy)]
    await checkPolicy(tx, terms, conditions)
    const { id } = await insertRow(tx, 'sla_policies', {
      id: newId(),
      name,
      position: policy.position,
      conditions: JSON.stringify(conditions),
      notify: policy.notify,
      ...times,
    }).catch(policyTaken(name))
    await writeVersion(tx, id, 1, terms)
    await recordAudit(tx, 'sla_policy.created', id, { name })
    await switchFollower(tx, 'sla', true)
    return getPolicy(tx, id)
  })
}
