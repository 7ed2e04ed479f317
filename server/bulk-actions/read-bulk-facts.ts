import { findCancelReason } from '#account/keys/find-cancel-reason.ts'
import { readCountry } from '#contacts/read-phone.ts'
import type { Scope } from '#db/context.ts'
import { findPresentMembers } from '#conversations/find-present-members.ts'
import type { PresentMembers } from '#conversations/find-present-members.ts'
import { withBots } from '#conversations/with-bots.ts'
import { readAudience } from '#notifications/recording/read-audience.ts'
import type { Audience } from '#notifications/recording/read-audience.ts'
import type { BulkAction, BulkSubject } from '#shared/bulk-actions.ts'
import { findById } from '#db/find-by-id.ts'

/**
 * The facts of the directory that an action needs: for an assignment, and its undo, the present members and who is
 * notified; for an erasure the country of the workspace, and whether the scope's actor may erase (`isAllowed`).
 */
export type BulkFacts = {
  members: PresentMembers
  audience: Audience | undefined
  country: string | undefined
  isAllowed: boolean
}

/** An action with its assignee, as the body of a request or the stored parameters name it. */
type Assignment = {
  subject: BulkSubject
  action: BulkAction
  assignee_id?: string | null | undefined
}

/** Reads the facts that an action needs, before its transaction. */
export async function readBulkFacts(
  scope: Scope,
  { subject, action, assignee_id: assigneeId }: Assignment,
): Promise<BulkFacts> {
  const fact = assigneeId && { ...NEW_ASSIGNMENT, assigneeId, membershipId: assigneeId }
  const isAssignment = action === 'assign'
  const [members, audience, country, refusal] = await Promise.all([
    findNewMembers(scope, { subject, action }),
    isAssignment && fact ? readAudience(scope, [fact]) : undefined,
    action === 'erase' ? readCountry(scope) : undefined,
    action === 'erase' ? findCancelReason(scope, scope.actor, 'admin') : null,
  ])
  return { members, audience, country, isAllowed: refusal === null }
}

/** Finds the members that an action, or its undo, can assign or add; for conversations also the bots. */
async function findNewMembers(
  scope: Scope,
  { subject, action }: Pick<Assignment, 'subject' | 'action'>,
): Promise<PresentMembers> {
  if (action === 'add_participant' || action === 'remove_participant')
    return findPresentMembers(scope)
  if (action !== 'assign') return NOBODY
  const members = await findPresentMembers(scope)
  return subject === 'chats' ? withBots(scope, members) : members
}

const NOBODY: PresentMembers = new Map()
const NEW_ASSIGNMENT = { kind: 'assignment', actorId: null, teamId: null } as const

/** Reads the facts that a stored bulk action needs; undefined if there is none with this id. */
export async function findBulkFacts(scope: Scope, id: string): Promise<BulkFacts | undefined> {
  const row = await findById(scope, 'bulk_actions', id)
  if (!row) return undefined
  return readBulkFacts(scope, { ...row.parameters, subject: row.subject, action: row.action })
}
