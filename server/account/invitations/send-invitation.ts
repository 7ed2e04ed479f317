import { cutText } from '#lib/cut-text.ts'
import { cleanName } from '#lib/clean-name.ts'
import type { Scope, WithConfig } from '#db/context.ts'
import { mailTexts, toMailText } from '../mail/mail-texts.ts'
import { queueMails } from '../mail/queue-mails.ts'
import { getWorkspace } from '../workspaces/get-workspace.ts'
import type { InvitationRow } from './schema.ts'

/** The validity period of an invitation. */
export const INVITATION_MS = 7 * 86_400_000

/** Returns whether invitations are sent by mail. Without a mail server the admin sees and shares the link. */
export function isMailed({ config }: WithConfig): boolean {
  return config.mail.smtpUrl !== undefined
}

/**
 * Queues the mail with the invitation link in the caller's transaction. Without a mail server, it returns the
 * link for the admin to share, and keeps it out of the log.
 */
export async function sendInvitation(
  tx: Scope,
  invitation: Pick<InvitationRow, 'email' | 'invited_by_name' | 'invited_by_locale'>,
  token: string,
): Promise<string | null> {
  // The token is in the fragment, which browsers never send, so it does not appear in logs or Referer headers.
  const link = `${tx.config.publicUrl}/invitations#${token}`
  if (!isMailed(tx)) return link
  const { email, invited_by_name: name, invited_by_locale: locale } = invitation
  const workspace = oneLine((await getWorkspace(tx, tx.workspaceId)).name)
  // People without an account get the mail in the language of the member who invites them.
  const invited = await tx.directory
    .selectFrom('users')
    .select('locale')
    .where('email', '=', email)
    .executeTakeFirst()
  const texts = mailTexts(invited?.locale ?? locale)
  const inviter = name === null ? texts.anAdmin : oneLine(name)
  const text = texts.invitation({ inviter, workspace, link })
  await queueMails(tx, [{ to: email, ...toMailText(text) }])
  return null
}

/**
 * Joins a name into one line, because a name chosen by someone else must not add paragraphs or links to the
 * mail.
 */
function oneLine(name: string): string {
  return cutText(cleanName(name) ?? '', 100)
}
