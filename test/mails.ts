import type { Context } from '#db/context.ts'
import { decryptAttachment, decryptBody } from '#account/mail/encrypt-body.ts'
import type { MailAttachment } from '#account/mail/encrypt-body.ts'
import { waitFor } from './wait-for.ts'

/** A queued mail with its text. */
type QueuedMail = { to: string; subject: string; text: string; attachment?: MailAttachment }

/** Reads the mails queued for `address`, oldest first. */
export async function readMailsTo(
  context: Pick<Context, 'db' | 'config'>,
  address: string,
): Promise<QueuedMail[]> {
  const rows = await context.db
    .selectFrom('mails')
    .select(['workspace_id', 'id', 'recipient', 'subject', 'body', 'attachment'])
    .where('recipient', '=', address)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    to: row.recipient,
    subject: row.subject,
    text: decryptBody(context, row, row.body),
    ...(row.attachment && { attachment: decryptAttachment(context, row, row.attachment) }),
  }))
}

/** Waits for a mail to `address` and returns the token of its newest link to `page`. */
export async function waitForMailedToken(
  context: Pick<Context, 'db' | 'config'>,
  address: string,
  page: string,
  count = 1,
): Promise<string> {
  const found = await waitFor(async () => {
    const links = (await readMailsTo(context, address)).flatMap(
      (mail) => new RegExp(`/${page}#(\\w+)`).exec(mail.text)?.[1] ?? [],
    )
    return links.length >= count ? { token: links.at(-1)! } : undefined
  })
  return found.token
}
