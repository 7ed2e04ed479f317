import type { Static } from 'typebox'
import { isAdmin } from '#account/users/is-admin.ts'
import type { Scope } from '#db/context.ts'
import type { PresentMembers } from '../find-present-members.ts'
import { findMentioned } from './expand-mentions.ts'
import type { UpdateNoteBody } from './schema.ts'

/** The facts of the directory that the change of a note or comment needs: `members` are those of its new mentions. */
export type Editing = { isByAdmin: boolean; members: PresentMembers }

/** Reads the facts that a change needs, before its transaction. */
export async function readEditing(
  scope: Scope,
  input: Static<typeof UpdateNoteBody>,
): Promise<Editing> {
  const [isByAdmin, members] = await Promise.all([isAdmin(scope), findMentioned(scope, [input])])
  return { isByAdmin, members }
}
