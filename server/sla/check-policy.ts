import { checkTeams } from '#conversations/check-teams.ts'
import { findTags } from '#conversations/replace-tags.ts'
import type { Scope } from '#db/context.ts'
import { notFound } from '#db/get-by-id.ts'
import { insertInto } from '#db/insert-into.ts'
import { refuseTaken } from '#db/refuse-taken.ts'
import { selectFrom } from '#db/select-from.ts'
import { invalidField } from '#lib/errors.ts'
import { SLA_METRICS } from '#shared/sla.ts'
import type { SlaConditions, SlaTerms } from '#shared/sla.ts'
import type { SlaPolicy } from './schema.ts'

/** The fields of a policy that its versions keep. */
export function toTerms(policy: Omit<SlaPolicy, 'id'>): SlaTerms {
  const { clock, pauses, warning_percent } = policy
  const targets = {
    first_response: policy.first_response_minutes,
    next_response: policy.next_response_minutes,
    resolution: policy.resolution_minutes,
  }
  return { clock, pauses, warning_percent, targets }
}

/** Returns the conditions of a policy as they are stored. */
export function toConditions(policy: Omit<SlaPolicy, 'id'>): SlaConditions {
  const lower = (ids: readonly string[]) => ids.map((id) => id.toLowerCase())
  return {
    team_ids: lower(policy.team_ids),
    channel_ids: lower(policy.channel_ids),
    tag_ids: lower(policy.tag_ids),
  }
}

/**
 * Checks that a policy has a target, and that what its conditions name exists. @throws {AppError} validation_failed, team_not_found,
 * channel_not_found, tag_not_found
 */
export async function checkPolicy(
  tx: Scope,
  terms: SlaTerms,
  { team_ids: teams, channel_ids: channels, tag_ids: tags }: SlaConditions,
): Promise<void> {
  if (SLA_METRICS.every((metric) => terms.targets[metric] === null))
    throw invalidField('first_response_minutes', 'must be set, or another target')
  if (teams.length > 0) await checkTeams(tx, [...teams])
  if (tags.length > 0) await findTags(tx, [...tags])
  if (channels.length === 0) return
  const found = await selectFrom(tx, 'channels').select('id').where('id', 'in', channels).execute()
  const unknown = channels.find((id) => !found.some((channel) => channel.id === id))
  if (unknown !== undefined) throw notFound('channels', unknown)
}

/** Stores the terms of a version of a policy. */
export async function writeVersion(
  tx: Scope,
  policyId: string,
  version: number,
  terms: SlaTerms,
): Promise<void> {
  await insertInto(tx.db, 'sla_policy_versions', {
    workspace_id: tx.workspaceId,
    policy_id: policyId,
    version,
    terms: JSON.stringify(terms),
    created_at: tx.clock.now(),
  })
}

/** Returns a handler of errors that throws sla_policy_taken for the violation of a unique name. */
export function policyTaken(name: string) {
  return refuseTaken('sla_policy_taken', `A policy named ${name} already exists.`)
}
