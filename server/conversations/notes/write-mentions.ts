import type { Scope } from '#context.ts'
import type { Chat } from '../schema.ts'
import { AppError } from '#lib/errors.ts'
import { mailTexts, toMailText } from '#account/mail/mail-texts.ts'
import { queueMails } from '#account/mail/queue-mails.ts'

/** A mentioned member. */
type Mentioned = { id: string; name: string; email: string; locale: string | null }

/**
 * Finds the current members with these ids, each once.
 *
 * @throws {AppError} membership_not_found
 */
export async function findMentioned(scope: Scope, ids: string[]): Promise<Mentioned[]> {
  const wanted = [...new Set(ids.map((id) => id.toLowerCase()))]
  if (wanted.length === 0) return []
  const members = await scope.db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['memberships.id', 'users.name', 'users.email', 'users.locale'])
    .where('memberships.workspace_id', '=', scope.workspaceId)
    .where('memberships.id', 'in', wanted)
    .where('memberships.removed_at', 'is', null)
    .execute()
  return wanted.map((id) => {
    const member = members.find((each) => each.id === id)
    if (member) return member
    throw new AppError('membership_not_found', `There is no membership ${id} in this workspace.`)
  })
}

/** Stores the mentions of a note, and notifies members other than the author by mail if a mail server is configured. */
export async function writeMentions(
  tx: Scope,
  note: { id: string; text: string },
  chat: Pick<Chat, 'id' | 'person'>,
  members: Mentioned[],
): Promise<void> {
  const others = members.filter((member) => member.id !== tx.actor.id)
  if (others.length === 0) return
  const rows = others.map((member) => ({
    workspace_id: tx.workspaceId,
    membership_id: member.id,
    note_id: note.id,
    chat_id: chat.id,
    created_at: tx.clock.now(),
  }))
  await tx.db.insertInto('mentions').values(rows).execute()
  if (tx.config.mail.smtpUrl === undefined) return
  const author = await findAuthorName(tx)
  const link = `${tx.config.publicUrl}/inbox/${chat.id}`
  await queueMails(
    tx,
    others.map(({ email, locale }) => {
      const texts = mailTexts(locale)
      const name = tx.actor.type === 'member' ? (author ?? texts.aColleague) : texts.anIntegration
      const person = personName(chat) ?? texts.aCustomer
      const text = texts.mention({ author: name, person, note: note.text, link })
      return { to: email, ...toMailText(text) }
    }),
  )
}

function personName({ person }: Pick<Chat, 'person'>): string | null {
  return person.name ?? person.phone_e164 ?? person.email
}

async function findAuthorName(tx: Scope): Promise<string | undefined> {
  if (tx.actor.type !== 'member') return undefined
  const user = await tx.db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('users.name')
    .where('memberships.workspace_id', '=', tx.workspaceId)
    .where('memberships.id', '=', tx.actor.id)
    .executeTakeFirst()
  return user?.name
}
