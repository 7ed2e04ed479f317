import { sql } from 'kysely'
import { decryptBody } from '#account/mail/encrypt-body.ts'
import type { Scope } from '#db/context.ts'
import { deleteRows } from '#db/delete-rows.ts'
import { decryptAnswer, eraseAnswer } from '#db/claim-key.ts'
import { UnreadableSecretError } from '#lib/encrypt.ts'
import { isAbout, mentions } from '../redact.ts'
import { scan } from '../scan.ts'
import type { Step } from '../step.ts'
import type { Subject } from '../subject.ts'

const BATCH = 200

/** The route whose answers name an erased contact only by its id. */
const ERASE_ROUTE = 'DELETE /api/v1/contacts/:id'

type AnswerRow = {
  route: string
  key: string
  response_body: string | null
  is_before: boolean
}

/**
 * Replaces stored answers about the contact by 404, but not those about a contact with the same address that was created
 * after the erasure was requested. The keys stay, so that a repeated request does not create what was
 * erased.
 */
export const eraseAnswers: Step = {
  name: 'answers',
  async run(tx, { subject, cursor, requestedAt }) {
    const { rows, next } = await scan<AnswerRow>(tx, {
      table: 'idempotency_keys',
      key: { route: 'text', key: 'text' },
      columns: sql`response_body, created_at <= ${requestedAt} as is_before`,
      limit: BATCH,
      cursor,
    })
    const theirs = rows.filter(
      (row) =>
        row.response_body &&
        row.route !== ERASE_ROUTE &&
        isOfContact(
          tryRead(() => decryptAnswer(tx, idOf(row), row.response_body!)),
          subject,
          row.is_before,
        ),
    )
    for (const row of theirs) await eraseAnswer(tx, row)
    return { counts: { answers: theirs.length }, next }
  },
}

/** Deletes mails to members that quote the contact, or link to its conversations. */
export const eraseMails: Step = {
  name: 'mails',
  async run(tx, { subject, cursor, requestedAt }) {
    const { rows, next } = await scan<{
      id: string
      subject: string
      body: Buffer
      is_before: boolean
    }>(tx, {
      table: 'mails',
      columns: sql`subject, body, created_at <= ${requestedAt} as is_before`,
      limit: BATCH,
      cursor,
    })
    const theirs = rows.filter((row) =>
      isOfContact(`${row.subject} ${readMail(tx, row)}`, subject, row.is_before),
    )
    await deleteRows(
      tx,
      'mails',
      'id',
      theirs.map(({ id }) => id),
    )
    return { counts: { mails: theirs.length }, next }
  },
}

/** Returns whether a text names the contact by an id, or, if it is from before the erasure, by an address. */
export function isOfContact(text: string, subject: Subject, isBefore: boolean): boolean {
  return isBefore ? mentions(text, subject) : isAbout(text.toLowerCase(), subject)
}

/** Returns the body of a mail, or an empty text if no key decrypts it. */
export function readMail(scope: Scope, { id, body }: { id: string; body: Buffer }): string {
  return tryRead(() => decryptBody(scope, { workspace_id: scope.workspaceId, id }, body))
}

function idOf({ route, key }: AnswerRow) {
  return { route, key, fingerprint: Buffer.alloc(0) }
}

/** Returns an empty text for what no key decrypts: nobody can read it. */
export function tryRead(read: () => string): string {
  try {
    return read()
  } catch (err) {
    if (err instanceof UnreadableSecretError) return ''
    throw err
  }
}
