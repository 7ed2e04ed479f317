import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Actor, Scope } from '#db/context.ts'
import { invalidField } from '#lib/errors.ts'

/** Who has a macro or a canned reply: all, the members of a team, or one member. */
type Owner = { team_id: string | null; membership_id: string | null }

/** Returns the condition that the scope's actor has a row: a member what is of all, of their teams and their own, others all but what is of one member. */
export function ownedByActor({ actor, workspaceId }: Scope): RawBuilder<boolean> {
  if (actor.type !== 'member') return sql`membership_id is null`
  return sql`((membership_id is null or membership_id = ${actor.id}::uuid) and (team_id is null or team_id in (
    select team_id from team_members where workspace_id = ${workspaceId}::uuid and membership_id = ${actor.id}::uuid
  )))`
}

/** Reads who has a new row. The team may not exist. @throws {AppError} validation_failed */
export function readOwner(
  actor: Actor,
  { is_own: isOwn = false, team_id = null }: { is_own?: boolean; team_id?: string | null },
): Owner {
  if (!isOwn) return { team_id, membership_id: null }
  if (actor.type !== 'member')
    throw invalidField('is_own', 'requires a signed-in member; it cannot be used with an API key')
  if (team_id !== null) throw invalidField('team_id', 'cannot be combined with is_own')
  return { team_id, membership_id: actor.id }
}
