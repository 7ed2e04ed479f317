import type { Context } from '#context.ts'
import { afterCommit } from '#db/transaction.ts'
import { newId } from '#lib/ids.ts'
import { encryptBody } from './mail-body.ts'

/**
 * A mail to one recipient. `text` is plain text with empty lines between paragraphs; a line that consists of a
 * URL becomes a link. The first paragraph should state the purpose, because it is logged if there is no mail
 * server.
 */
type Mail = { to: string; subject: string; text: string }

const SUBJECT_CHARACTERS_MAX = 200

/**
 * Queues mails of the scope's workspace (or of `NO_WORKSPACE`) in the caller's transaction. Each mail is sent
 * at least once after the commit, independent of the others.
 */
export async function queueMails(
  tx: Pick<Context, 'db' | 'config' | 'clock' | 'wake' | 'onCommit'> & { workspaceId: string },
  mails: Mail[],
): Promise<void> {
  if (mails.length === 0) return
  const { workspaceId } = tx
  const now = tx.clock.now()
  const rows = mails.map((mail) => {
    const place = { workspace_id: workspaceId, id: newId() }
    return {
      ...place,
      recipient: mail.to,
      subject: toSubject(mail.subject),
      body: encryptBody(tx, place, mail.text),
      due_at: now,
      created_at: now,
    }
  })
  await tx.db.insertInto('mails').values(rows).execute()
  afterCommit(tx, () => tx.wake([{ kind: 'mail', workspaceId, targetId: workspaceId }]))
}

/** Joins a subject into one line, because it can contain a name chosen by someone else. */
function toSubject(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  return line.length > SUBJECT_CHARACTERS_MAX
    ? `${line.slice(0, SUBJECT_CHARACTERS_MAX - 1).toWellFormed()}…`
    : line
}
