import type { Scope } from '#db/context.ts'
import { getById } from '#db/get-by-id.ts'
import { prepared } from '#db/prepared.ts'
import { toTarget } from './schema.ts'
import type { SlaTarget, TargetWithPolicy } from './schema.ts'

/** Returns the targets of the last round of a conversation to which a policy was applied. @throws {AppError} conversation_not_found */
export async function listTargets(scope: Scope, id: string): Promise<{ targets: SlaTarget[] }> {
  const chat = await getById(scope, 'chats', id)
  const { workspaceId } = scope
  const { rows } = await prepared<TargetWithPolicy>`
    select target.id, target.chat_id, target.round_at, metric, number, target.policy_id, target.team_id, state, target.started_at,
      consumed_ms, running_since, due_at, warning_at, warned_at, breached_at, noticed_at, ended_at, decided_at, next_at,
      round.policy_version, policy.name as policy_name, policy.notify, ${chat.assignee_id}::uuid as assignee_id
    from (
      select chat_id, round_at, policy_version from sla_rounds
      where workspace_id = ${workspaceId} and chat_id = ${chat.id} order by round_at desc limit 1
    ) as round
    join sla_targets as target
      on target.workspace_id = ${workspaceId} and target.chat_id = round.chat_id and target.round_at = round.round_at
    join sla_policies as policy on policy.workspace_id = ${workspaceId} and policy.id = target.policy_id
    order by target.started_at, metric, number`.execute(scope.db)
  return { targets: rows.map(toTarget) }
}
