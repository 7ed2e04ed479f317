import type { Context } from '#context.ts'
import { transaction } from '#db/transaction.ts'
import { createToken } from '#lib/api-key-format.ts'
import { newId, NO_WORKSPACE } from '#lib/ids.ts'
import { mailTexts, toMailText } from '../mail/mail-texts.ts'
import { queueMails } from '../mail/queue-mails.ts'
import { RESET_MS, resetIdentifier } from './reset-token.ts'

/**
 * Mails a link that sets a new password, where there is a user with this address. What happens is the same for any
 * address until the caller has its answer: the mail is written after it, so that nothing tells who has an account.
 *
 * mayMail: whether this account may get one more mail.
 */
export async function requestPasswordReset(
  context: Context,
  address: string,
  mayMail: (email: string) => boolean,
): Promise<void> {
  const email = address.trim().toLowerCase()
  const user = await context.db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'locale'])
    .where('email', '=', email)
    .executeTakeFirst()
  const isAllowed = mayMail(email)
  if (!user || !isAllowed) return
  mailLink(context, user).catch((err: unknown) =>
    context.log.error({ err, user_id: user.id }, 'failed to queue a password reset mail'),
  )
}

async function mailLink(
  context: Context,
  user: { id: string; name: string; email: string; locale: string | null },
): Promise<void> {
  const token = createToken(32)
  const now = context.clock.now()
  const text = mailTexts(user.locale).passwordReset({
    name: user.name,
    link: toLink(context, token),
  })
  await transaction(context, async (tx) => {
    await tx.db
      .insertInto('verifications')
      .values({
        id: newId(),
        identifier: resetIdentifier(token),
        value: user.id,
        expires_at: new Date(now.getTime() + RESET_MS),
        created_at: now,
        updated_at: now,
      })
      .execute()
    await queueMails({ ...tx, workspaceId: NO_WORKSPACE }, [
      { to: user.email, ...toMailText(text) },
    ])
  })
}

/** In the fragment, which no browser sends: so the token is in no log and in no Referer. */
function toLink({ config }: Context, token: string): string {
  return `${config.publicUrl}/reset-password#${token}`
}
