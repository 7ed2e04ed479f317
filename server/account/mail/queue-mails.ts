import { cutText } from '#lib/cut-text.ts'
import type { Context, Effect, Scope } from '#db/context.ts'
import { insertInto } from '#db/insert-into.ts'
import { defer } from '#db/outbox/defer.ts'
import { afterCommit } from '#db/transaction.ts'
import { newId } from '#lib/ids.ts'
import { encryptAttachment, encryptBody } from './encrypt-body.ts'
import type { MailAttachment } from './encrypt-body.ts'

/**
 * A mail to one recipient. `text` is plain text with empty lines between paragraphs; a line that consists of a
 * URL becomes a link. The first paragraph should state the purpose, because it is logged if there is no mail
 * server.
 */
export type Mail = { to: string; subject: string; text: string; attachment?: MailAttachment }

const SUBJECT_CHARACTERS_MAX = 200

type Row = {
  id: string
  recipient: string
  subject: string
  body: string
  attachment?: string
  at: Date
}

/** Queues mails. Their bodies and attachments are encrypted, in base64. */
export const mailsEffect: Effect<Row[]> = { kind: 'mails', apply: insertMails }

/**
 * Queues mails of the scope's workspace (or of `NO_WORKSPACE`) in the caller's transaction. Each mail is sent
 * at least once after the commit, independent of the others.
 */
export async function queueMails(
  tx: Pick<Context, 'db' | 'config' | 'clock' | 'wake' | 'onCommit' | 'deferred'> & {
    workspaceId: string
  },
  mails: Mail[],
): Promise<void> {
  if (mails.length === 0) return
  const at = tx.clock.now()
  const rows = mails.map((mail) => {
    const place = { workspace_id: tx.workspaceId, id: newId() }
    return {
      id: place.id,
      recipient: mail.to,
      subject: toSubject(mail.subject),
      body: encryptBody(tx, place, mail.text).toString('base64'),
      ...(mail.attachment && {
        attachment: encryptAttachment(tx, place, mail.attachment).toString('base64'),
      }),
      at,
    }
  })
  await defer(tx, mailsEffect, rows)
}

async function insertMails(
  tx: Pick<Scope, 'db' | 'wake' | 'onCommit' | 'workspaceId'>,
  rows: Row[],
): Promise<void> {
  const { workspaceId } = tx
  await insertInto(
    tx.db,
    'mails',
    rows.map(({ id, recipient, subject, body, attachment, at }) => ({
      workspace_id: workspaceId,
      id,
      recipient,
      subject,
      body: Buffer.from(body, 'base64'),
      attachment: attachment === undefined ? null : Buffer.from(attachment, 'base64'),
      due_at: new Date(at),
      created_at: new Date(at),
    })),
  )
  afterCommit(tx, () => tx.wake([{ kind: 'mail', workspaceId, targetId: workspaceId }]))
}

/** Joins a subject into one line, because it can contain a name chosen by someone else. */
function toSubject(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  return line.length > SUBJECT_CHARACTERS_MAX
    ? `${cutText(line, SUBJECT_CHARACTERS_MAX - 1).toWellFormed()}…`
    : line
}
