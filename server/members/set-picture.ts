import { recordAudit } from '#account/audit/record-audit.ts'
import { storePicture } from '#account/pictures/store-picture.ts'
import { writePicture } from '#account/pictures/write-picture.ts'
import { getMember as getDirectoryMember } from '#account/users/get-member.ts'
import type { DirectoryMember } from '#account/users/get-member.ts'
import type { Member } from '#account/users/schema.ts'
import { describeMembers } from '#availability/describe-members.ts'
import type { Effect, Scope } from '#db/context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { defer } from '#db/outbox/defer.ts'
import { recordEvents } from '#events/record-events.ts'
import { getMember } from './get-member.ts'
import { lockMember } from './lock-member.ts'

/** A member as the outbox keeps them, whose dates are texts. */
type KeptMember = Omit<DirectoryMember, 'created_at' | 'removed_at'> & { created_at: string }

/** Records that a member, who is not removed, has another picture. */
export const memberPicturedEffect: Effect<{ member: KeptMember }> = {
  kind: 'member_pictured',
  apply: async (tx, { member: kept }) => {
    const member = { ...kept, created_at: new Date(kept.created_at), removed_at: null }
    const data = await describeMembers(tx, [member])
    await recordEvents(
      tx,
      data.map((described) => ({ type: 'member.updated', data: described })),
    )
  },
}

/**
 * Replaces the picture of a member by one from `readPicture`; null removes it. Records `member.updated`, and in the audit log what
 * somebody else than the member does. @throws {AppError} membership_not_found, media_store_full, media_store_unavailable
 */
export async function setPicture(scope: Scope, id: string, bytes: Buffer | null): Promise<Member> {
  const picture = bytes && (await storePicture(scope, bytes))
  await directoryTransaction(scope, async (tx) => {
    const member = await lockMember(tx, id)
    if (!(await writePicture(tx, member.id, picture))) return
    const { removed_at: _none, ...found } = await getDirectoryMember(tx, member.id)
    if (tx.actor.id !== member.id) {
      const action = bytes === null ? 'member.picture_removed' : 'member.picture_set'
      await recordAudit(tx, action, member.id, { name: found.name })
    }
    const kept = { ...found, created_at: found.created_at.toISOString() }
    await defer(tx, memberPicturedEffect, { member: kept })
  })
  return getMember(scope, id)
}
