import type { Context } from '#db/context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { insertInto } from '#db/insert-into.ts'
import { createToken } from '#lib/api-key-format.ts'
import { newId } from '#lib/ids.ts'
import { mailUser } from '../mail/mail-user.ts'
import { RESET_MS, resetIdentifier } from './reset-identifier.ts'

/**
 * Mails a password reset link if a user has this address. The mail is queued after the response, so that
 * neither the response nor its timing reveals who has an account.
 *
 * mayMail: returns whether this account can get another mail.
 */
export async function requestPasswordReset(
  context: Context,
  address: string,
  mayMail: (email: string) => Promise<boolean>,
): Promise<void> {
  const email = address.trim().toLowerCase()
  const user = await context.directory
    .selectFrom('users')
    .select(['id', 'name', 'email', 'locale'])
    .where('email', '=', email)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  const isAllowed = await mayMail(email)
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
  await directoryTransaction(context, async (tx) => {
    await insertInto(tx.directory, 'verifications', {
      id: newId(),
      identifier: resetIdentifier(token),
      value: user.id,
      expires_at: new Date(now.getTime() + RESET_MS),
      created_at: now,
      updated_at: now,
    })
    const { name } = user
    await mailUser(tx, user, (texts) => texts.passwordReset({ name, link: toLink(tx, token) }))
  })
}

/**
 * The token is in the fragment, which browsers never send, so it does not appear in logs or Referer headers.
 */
function toLink({ config }: Context, token: string): string {
  return `${config.publicUrl}/reset-password#${token}`
}
