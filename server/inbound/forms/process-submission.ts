import { findErasedKeys } from '#contacts/record-erased-keys.ts'
import { findDefinitions } from '#contacts/custom-fields/find-definitions.ts'
import { readFieldValue } from '#contacts/custom-fields/read-field-value.ts'
import { getContact } from '#contacts/get-contact.ts'
import { matchPerson } from '#contacts/match-person.ts'
import type { MatchedPerson } from '#contacts/person-facts.ts'
import { recordLead } from '#contacts/record-lead.ts'
import { findPersonId } from '#contacts/find-person-id.ts'
import { toPerson } from '#contacts/schema.ts'
import { updateContact } from '#contacts/update-contact.ts'
import type { Scope } from '#db/context.ts'
import { isDatabaseUnavailable } from '#db/pool.ts'
import { selectFrom, updateTable } from '#db/select-from.ts'
import { transaction } from '#db/transaction.ts'
import { recordEvents } from '#events/record-events.ts'
import { AppError } from '#lib/errors.ts'
import { getWorkspace } from '#account/workspaces/get-workspace.ts'
import { ATTENTION_OPEN } from './attention-open.ts'
import { mapFields } from './map-fields.ts'
import { parseSubmission } from './parse-submission.ts'
import { readSubmission } from './read-submission.ts'
import { findById } from '#db/find-by-id.ts'
import { present } from '#lib/present.ts'

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
 * Turns a stored submission into a lead on a contact's timeline, once. One without name, phone number and email is kept
 * with that result, and needs attention if it has answers. So does a lead with an answer that does not fit its custom field. Rejects when the database is unavailable; the submission stays
 * pending.
 */
export async function processSubmission(scope: Scope, stored: StoredSubmission): Promise<void> {
  try {
    const { default_country: country } = await getWorkspace(scope, scope.workspaceId)
    await transaction(scope, async (tx) => {
      const pending = await lockIfPending(tx, stored.id)
      if (!pending) return
      const before = findRecorded(pending.outcome)
      if (before) return await recordAgain(tx, stored, before)
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
  const form = present(await findById(tx, 'forms', stored.form_id))
  const contentType = stored.content_type ?? undefined
  const { fields, files, mark, isCut } = readSubmission(
    parseSubmission(contentType, stored.body),
    form.provider,
  )
  if (mark) {
    const reason = mark.kind === 'test' ? 'test_of_the_service' : 'marked_as_spam'
    const words = mark.reason === undefined ? {} : { reason_of_service: mark.reason }
    return { outcome: { kind: 'form', result: 'kept', reason, ...words } }
  }
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
  const custom = await readCustomFields(tx, mapped.custom)
  // The lead has the submission's time, however late it is processed.
  const then: Scope = { ...tx, clock: { now: () => stored.received_at } }
  const { person, matchedBy, isFilled } = await matchPerson(then, {
    name,
    phoneE164,
    email,
    source: 'form',
    campaign,
    fields: custom.fields,
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
    ...(isCut && { reason: 'too_many_fields' }),
    ...toMisfits(custom),
  }
  const needsAttention = custom.misfits.length > 0
  return { outcome, needsAttention, ...(isFilled && { filled: person }) }
}

/** Reads the answers for custom fields: the texts to store, and the keys of those that do not fit or are not defined any more. */
async function readCustomFields(
  tx: Scope,
  given: Record<string, string>,
): Promise<{ fields: Record<string, string>; misfits: string[] }> {
  const fields: Record<string, string> = {}
  const misfits: string[] = []
  if (Object.keys(given).length === 0) return { fields, misfits }
  const definitions = await findDefinitions(tx)
  for (const [key, value] of Object.entries(given)) {
    const definition = definitions.find((each) => each.key === key)
    const { text } = definition ? readFieldValue(definition, value) : {}
    if (text === undefined) misfits.push(key)
    else fields[key] = text
  }
  return { fields, misfits }
}

function toMisfits({ misfits }: { misfits: string[] }) {
  return misfits.length > 0 ? { reason: 'value_does_not_fit', custom_fields: misfits } : {}
}

/** The result of a submission that is recorded already. */
type RecordedOutcome = Outcome & { person_id: string; lead_id: string }

function findRecorded(outcome: unknown): RecordedOutcome | undefined {
  const [first] = (outcome ?? []) as Partial<RecordedOutcome>[]
  return first?.result === 'recorded' && first.lead_id ? (first as RecordedOutcome) : undefined
}

/**
 * Processes a submission again that is a lead already: fills custom fields that the contact does not have, by the form's mapping of
 * today, and records no second lead.
 */
async function recordAgain(
  tx: Scope,
  stored: StoredSubmission,
  { reason: _reason, custom_fields: _fields, ...before }: RecordedOutcome,
): Promise<void> {
  const form = present(await findById(tx, 'forms', stored.form_id))
  const parsed = parseSubmission(stored.content_type ?? undefined, stored.body)
  const { fields, isCut } = readSubmission(parsed, form.provider)
  const { custom } = mapFields(fields, undefined, form.mapping ?? {})
  const read = await readCustomFields(tx, custom)
  const outcome = { ...before, ...(isCut && { reason: 'too_many_fields' }), ...toMisfits(read) }
  await finish(tx, stored.id, outcome, read.misfits.length > 0)
  const personId = await findPersonId(tx, before.person_id)
  if (personId === undefined || Object.keys(read.fields).length === 0) return
  const contact = await getContact(tx, personId).catch(ignoreErased)
  if (!contact) return
  const missing = Object.entries(read.fields).filter(([key]) => !Object.hasOwn(contact.fields, key))
  if (missing.length > 0) await updateContact(tx, personId, { fields: Object.fromEntries(missing) })
}

function ignoreErased(err: unknown): undefined {
  if (!(err instanceof AppError)) throw err
}

async function lockIfPending(tx: Scope, id: string): Promise<{ outcome: unknown } | undefined> {
  return selectFrom(tx, 'inbound_payloads')
    .select('outcome')
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .forNoKeyUpdate()
    .executeTakeFirst()
}

async function finish(
  scope: Scope,
  id: string,
  outcome: Outcome,
  needsAttention: boolean,
): Promise<void> {
  const isFailed = outcome.result === 'failed'
  await updateTable(scope, 'inbound_payloads')
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
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute()
}
