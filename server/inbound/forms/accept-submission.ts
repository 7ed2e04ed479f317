import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Context, Scope } from '#db/context.ts'
import { selectFrom } from '#db/select-from.ts'
import { transaction } from '#db/transaction.ts'
import { wakeAfterCommit } from '#db/wake-after-commit.ts'
import { findCause, writeCause } from '#lib/cause.ts'
import { AppError } from '#lib/errors.ts'
import { firstOf } from '#lib/first-of.ts'
import { newId } from '#lib/ids.ts'
import { findForm } from './find-form.ts'
import { declarationOf } from './providers/form-declarations.ts'
import { parseSubmission } from './parse-submission.ts'
import { readToken } from './read-submission.ts'
import type { FormPost } from './submission.ts'
import { splitLeads } from './split-leads.ts'
import { verifySubmission } from './verify-submission.ts'

/**
 * The response to a submission. A repetition gets the id of the first one. `redirectUrl` is where the form redirects
 * browsers.
 */
export type AcceptedSubmission = { id: string; repeated: boolean; redirectUrl: string | null }

/** How long equal content counts as the same submission. */
const SAME_CONTENT_MS = 60_000

/**
 * Stores a submission and resolves once that is durable; it is processed afterwards. A repetition is recognised by the
 * caller's idempotency key, else by the form service's own id of the submission, at any time, else by equal content
 * within a minute. Each lead of a list is stored as a submission; a repetition in another list is recognised for as long as the log is
 * kept.
 *
 * @throws {AppError} form_not_found, invalid_signature, malformed_json, unsupported_media_type, validation_failed, and that of
 * `limitForm` and `limitLead`
 */
export async function acceptSubmission(
  context: Context,
  post: FormPost,
): Promise<AcceptedSubmission> {
  const parsed = parseSubmission(post.contentType, post.body)
  const found = await findForm(context, post.token ?? readToken(parsed))
  if (!found) throw new AppError('form_not_found', 'No form has this token.')
  const { scope, form } = found
  post.limitForm(form.id)
  verifySubmission(scope, form, post, parsed)
  const leads = splitLeads(parsed, post.contentType, form.provider)
  // Each lead of a list counts, as if it had been posted alone.
  for (const _lead of leads.slice(1)) post.limitLead(form.id)
  const header = declarationOf(form.provider).submissionIdHeader
  const headerId = header === undefined ? undefined : post.headers[header]
  const callerId = post.idempotencyKey
    ? `key:${post.idempotencyKey}`
    : typeof headerId === 'string' && headerId !== ''
      ? `event:${digest(headerId)}`
      : undefined
  const stored = await transaction(scope, async (tx) => {
    const all: { id: string; repeated: boolean }[] = []
    for (const { body, contentType, eventId } of leads) {
      // An id of the request is that of its first lead. A repetition repeats the others, too.
      if (callerId && all[0]?.repeated) break
      const content = `${leads.length > 1 ? 'lead' : 'content'}:${digest(body)}`
      const fingerprint =
        (all.length === 0 && callerId) ||
        (eventId === undefined ? content : `event:${digest(eventId)}`)
      all.push(await storeSubmission(tx, { contentType, body, formId: form.id, fingerprint }))
    }
    return all
  })
  return {
    id: firstOf(stored).id,
    repeated: stored.every((each) => each.repeated),
    redirectUrl: form.redirect_url,
  }
}

function digest(content: string | Buffer): string {
  return hash('sha256', content, 'base64url')
}

/** Stores what was posted to a form, unless it is stored already; `fingerprint` identifies a repetition. */
export async function storeSubmission(
  scope: Scope,
  post: Pick<FormPost, 'contentType' | 'body'> & { formId: string; fingerprint: string },
): Promise<{ id: string; repeated: boolean }> {
  return transaction(scope, async (tx) => {
    const id = newId()
    const now = tx.clock.now()
    const first = await claim(tx, post, id, now)
    if (first !== id) return { id: first, repeated: true }
    await tx.db
      .insertInto('inbound_payloads')
      .values({
        workspace_id: tx.workspaceId,
        id,
        platform: 'form',
        form_id: post.formId,
        body: post.body,
        content_type: post.contentType?.slice(0, 200) ?? null,
        due_at: now,
        received_at: now,
        cause: writeCause(findCause()),
      })
      .execute()
    wakeAfterCommit(tx, 'inbound', [tx.workspaceId])
    return { id, repeated: false }
  })
}

/**
 * Claims a fingerprint and returns its submission's id: `id` itself for the first. Waits for a concurrent equal one.
 */
async function claim(
  tx: Scope,
  { formId, fingerprint }: { formId: string; fingerprint: string },
  id: string,
  now: Date,
): Promise<string> {
  const isContent = fingerprint.startsWith('content:')
  const expired = isContent ? new Date(now.getTime() - SAME_CONTENT_MS) : new Date(0)
  const { rows } = await sql`
    insert into form_submissions as stored (workspace_id, form_id, fingerprint, payload_id, seen_at)
    values (${tx.workspaceId}, ${formId}, ${fingerprint}, ${id}, ${now})
    on conflict (workspace_id, form_id, fingerprint) do update
      set payload_id = excluded.payload_id, seen_at = excluded.seen_at
      where stored.seen_at < ${expired}
    returning payload_id`.execute(tx.db)
  if (rows.length > 0) return id
  const first = await selectFrom(tx, 'form_submissions')
    .select('payload_id')
    .where('form_id', '=', formId)
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirstOrThrow()
  return first.payload_id
}
