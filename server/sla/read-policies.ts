import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import type { SlaConditions } from '#shared/sla.ts'

/** A policy that can be applied to a round. */
export type MatchedPolicy = {
  id: string
  version: number
  conditions: SlaConditions
  created_at: Date
}

/** What the conditions of policies are about, of a conversation at a time. */
type Matched = { team_id: string | null; channel: { id: string }; tags: readonly { id: string }[] }

/** Reads the policies of the workspace, in the order in which they are tried. */
export async function readPolicies(scope: Scope): Promise<MatchedPolicy[]> {
  const { rows } = await prepared<MatchedPolicy>`
    select id, version, conditions, created_at from sla_policies
    where workspace_id = ${scope.workspaceId} and deleted_at is null
    order by position, id`.execute(scope.db)
  return rows
}

/** Returns the first policy whose conditions a conversation meets. */
export function matchPolicy(
  policies: readonly MatchedPolicy[],
  chat: Matched,
): MatchedPolicy | undefined {
  return policies.find(({ conditions }) => {
    const { team_ids: teams, channel_ids: channels, tag_ids: tags } = conditions
    return (
      (teams.length === 0 || (chat.team_id !== null && teams.includes(chat.team_id))) &&
      (channels.length === 0 || channels.includes(chat.channel.id)) &&
      (tags.length === 0 || chat.tags.some(({ id }) => tags.includes(id)))
    )
  })
}
