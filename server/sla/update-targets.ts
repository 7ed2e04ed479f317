import { findHoursOf } from '#business-hours/find-hours-of.ts'
import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import { transaction } from '#db/transaction.ts'
import { recordEvents } from '#events/record-events.ts'
import { lockFollower } from '#followers/lock-follower.ts'
import { createHours } from '#lib/hours/create-hours.ts'
import type { SlaTerms } from '#shared/sla.ts'
import { computeTargets } from './compute-targets.ts'
import type { ComputedRound } from './computed-round.ts'
import { findRounds } from './find-rounds.ts'
import type { FoundRound } from './find-rounds.ts'
import type { Touch } from './gather-touches.ts'
import { readFacts } from './read-facts.ts'
import type { ReadRound } from './read-facts.ts'
import type { MatchedPolicy } from './read-policies.ts'
import { WALL_TIME } from './running-time.ts'
import type { RunningTime } from './running-time.ts'
import { storeDueTimes } from './store-due-times.ts'
import { storeTargets } from './store-targets.ts'

/**
 * Computes the targets of conversations again from what happened in their rounds, stores those that changed, and records
 * `conversation.updated` for each conversation that is due at another time. In one transaction, and with the same result if it is repeated.
 */
export async function updateTargets(
  scope: Scope,
  touches: readonly Touch[],
  policies: readonly MatchedPolicy[],
): Promise<void> {
  await transaction(scope, async (tx) => {
    await lockFollower(tx, 'sla')
    const rounds = await findRounds(tx, touches, policies)
    if (rounds.length === 0) return
    const computed = await computeRounds(tx, await readFacts(tx, rounds))
    await storeTargets(tx, computed)
    await recordEvents(tx, await storeDueTimes(tx, computed))
  })
}

async function computeRounds(tx: Scope, read: ReadRound[]): Promise<ComputedRound[]> {
  const terms = await readTerms(
    tx,
    read.map(({ round }) => round),
  )
  const timeOf = await readTimes(tx, read)
  return read.flatMap(({ round, facts, teamId }) => {
    const own = terms.get(keyOf(round))
    if (!own) return []
    const targets = computeTargets(
      {
        terms: own.terms,
        startedAt: round.startAt.getTime(),
        appliedAt: round.appliedAt?.getTime() ?? null,
        isReopened: !round.hasCreated,
        teamId,
        facts,
      },
      timeOf,
    )
    return [
      {
        round,
        teamId: lastTeam(facts, teamId),
        targets,
        isCanceled: own.is_deleted,
        revision: own.revision,
      },
    ]
  })
}

function lastTeam(facts: ReadRound['facts'], first: string | null): string | null {
  const last = facts.findLast((fact) => fact.kind === 'team')
  return last ? last.teamId : first
}

type TermsRow = {
  policy_id: string
  version: number
  terms: SlaTerms
  is_deleted: boolean
  revision: number
}

function keyOf({ policyId, version }: { policyId: string; version: number }): string {
  return `${policyId} ${version}`
}

async function readTerms(tx: Scope, rounds: FoundRound[]): Promise<Map<string, TermsRow>> {
  const { rows } = await prepared<TermsRow>`
    select policy.id as policy_id, version.version, version.terms, policy.deleted_at is not null as is_deleted, policy.revision
    from sla_policies as policy
    join sla_policy_versions as version
      on version.workspace_id = ${tx.workspaceId} and version.policy_id = policy.id
    where policy.workspace_id = ${tx.workspaceId}
      and policy.id = any (${[...new Set(rounds.map(({ policyId }) => policyId))]}::uuid[])`.execute(
    tx.db,
  )
  return new Map(rows.map((row) => [keyOf({ policyId: row.policy_id, version: row.version }), row]))
}

/** Returns a function that returns the business hours of a team of these rounds: all hours if it has none. */
async function readTimes(
  tx: Scope,
  read: ReadRound[],
): Promise<(teamId: string | null) => RunningTime> {
  const teamIds = new Set<string | null>()
  for (const { facts, teamId } of read) {
    teamIds.add(teamId)
    for (const fact of facts) if (fact.kind === 'team') teamIds.add(fact.teamId)
  }
  const hours = await findHoursOf(tx, [...teamIds])
  // Teams with the same hours share what was computed of them.
  const times = new Map<unknown, RunningTime>([[null, WALL_TIME]])
  for (const each of hours.values()) if (!times.has(each)) times.set(each, createHours(each!))
  return (teamId) => times.get(hours.get(teamId) ?? null)!
}
