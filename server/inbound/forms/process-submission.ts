import { findErasedKeys } from '#contacts/erased-keys.ts'
import { matchPerson } from '#contacts/match-person.ts'
import type { MatchedPerson } from '#contacts/person-facts.ts'
import { recordLead } from '#contacts/record-lead.ts'
import { toPerson } from '#contacts/schema.ts'
import type { Scope } from '#context.ts'
import { isDatabaseUnavailable } from '#db/pool.ts'
import { transaction } from '#db/transaction.ts'
import { recordEvents } from '#events/record-events.ts'
import { getWorkspace } from '#account/workspaces/get-workspace.ts'
import { ATTENTION_OPEN } from './attention-label.ts'
import { mapFields } from './map-fields.ts'
import { readSubmission } from './read-submission.ts'

/** A stored submission. */
type StoredSubmission = {
  id: string
  form_id: string
  body: Buffer
  content_type: string | null
  received_at: Date
}

type Outcome = Record<string, unknown> & { result: 'recorded' | 'kept' | 'failed' }

/**
 * Turns a stored submission into a lead on a contact's timeline, once. One without name, phone number and e-mail is kept
 * with that result, and needs attention if it has answers. Rejects when the database is unavailable; the submission stays
 * pending.
 */
export async function processSubmission(scope: Scope, stored: StoredSubmission): Promise<void> {
  try {
    const { default_country: country } = await getWorkspace(scope, scope.workspaceId)
    await transaction(scope, async (tx) => {
      if (!(await lockIfPending(tx, stored.id))) return
      const {
        outcome,
        filled,
        needsAttention = false,
      } = await recordSubmission(tx, stored, country)
      await finish(tx, stored.id, outcome, needsAttention)
      // Only the contact API and imports record contact.created.
      await recordEvents(tx, filled ? [{ type: 'contact.updated', data: toPerson(filled) }] : [])
    })
  } catch (err) {
    if (isDatabaseUnavailable(err)) throw err
    scope.log.error({ err, workspace_id: scope.workspaceId }, 'failed to record a form submission')
    await finish(
      scope,
      stored.id,
      {
        kind: 'form',
        result: 'failed',
        reason: 'could_not_be_recorded',
      },
      true,
    )
  }
}

/** The result, and the contact if it existed and has new details now. */
async function recordSubmission(
  tx: Scope,
  stored: StoredSubmission,
  country: string,
): Promise<{ outcome: Outcome; filled?: MatchedPerson['person']; needsAttention?: boolean }> {
  const form = await tx.db
    .selectFrom('forms')
    .select(['id', 'name', 'provider', 'mapping'])
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', stored.form_id)
    .executeTakeFirstOrThrow()
  const contentType = stored.content_type ?? undefined
  const { fields, files, isTest } = readSubmission(contentType, stored.body, form.provider)
  if (isTest) return { outcome: { kind: 'form', result: 'kept', reason: 'test_of_the_service' } }
  const mapped = mapFields(fields, country, form.mapping ?? {})
  const { name, phoneE164, email, campaign, message } = mapped
  if (!name && !phoneE164 && !email)
    return {
      outcome: { kind: 'form', result: 'kept', reason: 'no_name_phone_or_email' },
      // An empty submission, such as a test of the connection, has nothing that an admin could assign.
      needsAttention: fields.length > 0,
    }
  const values = [phoneE164, email].filter((value) => value !== undefined)
  const erasedAt = await findErasedKeys(tx, () => values)
  if (values.some((value) => stored.received_at <= (erasedAt(value) ?? new Date(0))))
    return { outcome: { kind: 'form', result: 'kept', reason: 'erased' } }
  // The lead has the submission's time, however late it is processed.
  const then: Scope = { ...tx, clock: { now: () => stored.received_at } }
  const { person, matchedBy, isFilled } = await matchPerson(then, {
    name,
    phoneE164,
    email,
    source: 'form',
    campaign,
  })
  const lead = await recordLead(then, {
    personId: person.id,
    source: 'form',
    campaign,
    details: {
      form: { id: form.id, name: form.name },
      message: message ?? null,
      fields: mapped.fields,
      ...(files.length > 0 && { files: files.slice(0, 20) }),
    },
  })
  const outcome = {
    kind: 'form',
    result: 'recorded' as const,
    person_id: person.id,
    matched_by: matchedBy,
    lead_id: lead.id,
  }
  return isFilled ? { outcome, filled: person } : { outcome }
}

async function lockIfPending(tx: Scope, id: string): Promise<boolean> {
  const row = await tx.db
    .selectFrom('inbound_payloads')
    .select('id')
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

async function finish(
  scope: Scope,
  id: string,
  outcome: Outcome,
  needsAttention: boolean,
): Promise<void> {
  const isFailed = outcome.result === 'failed'
  await scope.db
    .updateTable('inbound_payloads')
    .set((eb) => ({
      status: isFailed ? 'failed' : 'processed',
      outcome: JSON.stringify([outcome]),
      labels: [
        'kind:form',
        `result:${outcome.result}`,
        ...(needsAttention ? [ATTENTION_OPEN] : []),
      ],
      error: isFailed ? `form: ${String(outcome['reason'])}` : null,
      attempts: eb('attempts', '+', 1),
      processed_at: scope.clock.now(),
    }))
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute()
}
