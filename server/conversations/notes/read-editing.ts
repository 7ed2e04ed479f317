import { isAdmin } from '#account/users/is-admin.ts'
import type { Scope } from '#db/context.ts'
import { findPresentMembers } from '../find-present-members.ts'
import type { PresentMembers } from '../find-present-members.ts'

/** The facts of the directory that the change of a note or comment needs: `members` are those of its new mentions. */
export type Editing = { isByAdmin: boolean; members: PresentMembers }

/** Reads the facts that a change needs, before its transaction. */
export async function readEditing(
  scope: Scope,
  { mentions = [] }: { mentions?: string[] | undefined },
): Promise<Editing> {
  const [isByAdmin, members] = await Promise.all([
    isAdmin(scope),
    findPresentMembers(scope, mentions),
  ])
  return { isByAdmin, members }
}
