import type { Scope } from '#context.ts'
import { mailTexts, toMailText } from '../mail/mail-texts.ts'
import { queueMails } from '../mail/queue-mails.ts'
import { getWorkspace } from '../workspaces/get-workspace.ts'

/** How long an invitation can be accepted. */
export const INVITATION_MS = 7 * 86_400_000

/**
 * Mails the link of an invitation in the caller's transaction. Where no mail server is set it gives the link instead,
 * for the admin to pass on, and the log does not get it.
 */
export async function sendInvitation(
  tx: Scope,
  to: {
    email: string
    invitedByName: string | null
    invitedByLocale: string | null
    token: string
  },
): Promise<string | null> {
  // In the fragment, which no browser sends: so the token is in no log and in no Referer.
  const link = `${tx.config.publicUrl}/invitations#${to.token}`
  if (tx.config.mail.smtpUrl === undefined) return link
  const workspace = oneLine((await getWorkspace(tx, tx.workspaceId)).name)
  // Who has no account yet is spoken to in the language of who invites them.
  const invited = await tx.db
    .selectFrom('users')
    .select('locale')
    .where('email', '=', to.email)
    .executeTakeFirst()
  const texts = mailTexts(invited?.locale ?? to.invitedByLocale)
  const inviter = to.invitedByName === null ? texts.anAdmin : oneLine(to.invitedByName)
  const text = texts.invitation({ inviter, workspace, link })
  await queueMails(tx, [{ to: to.email, ...toMailText(text) }])
  return null
}

/** Somebody else chose the name: it must not make a paragraph, or a link, of its own. */
function oneLine(name: string): string {
  return name
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, 100)
}
