import type { Context } from '#db/context.ts'
import { NO_WORKSPACE } from '#lib/ids.ts'
import type { MailParts, MailTexts } from './mail-parts.ts'
import { mailTexts, toMailText } from './mail-texts.ts'
import { queueMails } from './queue-mails.ts'

/** Queues a mail to a user about their account, in their language, in the caller's transaction. */
export async function mailUser(
  tx: Context,
  { email, locale }: { email: string; locale: string | null },
  write: (texts: MailTexts) => MailParts,
): Promise<void> {
  const text = toMailText(write(mailTexts(locale)))
  await queueMails({ ...tx, workspaceId: NO_WORKSPACE }, [{ to: email, ...text }])
}
