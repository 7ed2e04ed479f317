import type { Scope } from '#db/context.ts'
import { sql } from 'kysely'
import { canSee } from '#db/visibility/can-see.ts'
import { unrestricted } from '#db/visibility/as-viewer.ts'
import { AppError } from '#lib/errors.ts'
import type { PresentMembers } from '../find-present-members.ts'

/** The members whom a note mentions in a conversation, or a comment on a ticket, which may be about a conversation. */
type NewMentions = {
  chatId: string | null
  ticketId?: string
  ids: string[]
  addParticipants: boolean
}

/**
 * Checks that the mentioned members see the conversation or ticket, or else adds them to the participants of the conversation if the author
 * wants that, in the caller's transaction.
 *
 * @throws {AppError} mention_needs_access
 */
export async function checkMentions(
  tx: Scope,
  given: NewMentions[],
  members: PresentMembers,
): Promise<void> {
  const asked = given.flatMap(({ ids, ...place }) =>
    ids.flatMap((id) => {
      const member = members.get(id)
      return member ? [{ ...place, member }] : []
    }),
  )
  const sees = await canSee(tx, asked)
  const hidden = asked.filter((_, index) => !sees[index])
  const refused = hidden.filter(
    ({ addParticipants, chatId }) => !addParticipants || chatId === null,
  )
  if (refused.length > 0) throw needsAccess(refused)
  for (const { chatId, member } of hidden)
    await sql`
      insert into chat_participants (workspace_id, chat_id, membership_id, created_at)
      values (${tx.workspaceId}, ${chatId}, ${member.id}, ${tx.clock.now()})
      on conflict do nothing`.execute(unrestricted(tx).db)
}

function needsAccess(refused: { chatId: string | null; member: { id: string } }[]): AppError {
  const ids = [...new Set(refused.map(({ member }) => member.id))].join(', ')
  const remedy = refused.every(({ chatId }) => chatId !== null)
    ? 'Send add_participants: true to add them to the conversation.'
    : 'Move the ticket to one of their teams, or assign it to them.'
  const message = `These members do not see it: ${ids}. ${remedy}`
  return new AppError('mention_needs_access', message, {
    fields: [{ field: 'mentions', code: 'mention_needs_access', message }],
  })
}
