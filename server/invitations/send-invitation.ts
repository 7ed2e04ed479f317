import type { Scope } from '../context.ts'
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
  to: { email: string; invitedByName: string | null; token: string },
): Promise<string | null> {
  // In the fragment, which no browser sends: so the token is in no log and in no Referer.
  const link = `${tx.config.publicUrl}/invitations#${to.token}`
  if (tx.config.mail.smtpUrl === undefined) return link
  const workspace = oneLine((await getWorkspace(tx, tx.workspaceId)).name)
  const inviter = to.invitedByName === null ? 'An admin' : oneLine(to.invitedByName)
  await queueMails(tx, [
    {
      to: to.email,
      subject: `${inviter} invites you to ${workspace}`,
      text: [
        `${inviter} invites you to join ${workspace} on Parley, where its team answers customers together.`,
        'Accept the invitation within seven days:',
        link,
        'Did you not expect this? Then do nothing, and nothing happens.',
      ].join('\n\n'),
    },
  ])
  return null
}

/** Somebody else chose the name: it must not make a paragraph, or a link, of its own. */
function oneLine(name: string): string {
  return name
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, 100)
}
