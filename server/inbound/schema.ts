import type { Selectable } from 'kysely'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { logSubject } from '#contacts/schema.ts'
import { pageQuery } from '#lib/page.ts'
import {
  closedObject,
  Id,
  limitedText,
  nullable,
  pickFields,
  Time,
  timeText,
  titled,
} from '#lib/schemas.ts'
import { readAccountLabel } from '#platforms/account-label.ts'
import { FORM_DETAILS } from '#shared/forms.ts'
import { PAYLOAD_STATUSES, ITEM_RESULTS, PAYLOAD_PLATFORMS } from '#shared/inbound.ts'
import type { InboundPayloads } from '#db/tables/inbound-payloads.ts'
import { ATTENTION_OPEN } from './forms/attention-open.ts'
import { Form } from './forms/developer/schema.ts'
import type { ItemOutcome } from './ingest/item-outcome.ts'

const fields = {
  id: Id,
  platform: Type.String(),
  form_id: nullable(Type.Unsafe<string>({ ...Id, description: 'The form of a submission.' })),
  needs_attention: Type.Boolean({
    description:
      'Whether this is a submission that became no contact, or has an answer that does not fit its custom field, until its fields are assigned or it is dismissed.',
  }),
  status: Type.Enum([...PAYLOAD_STATUSES], {
    description:
      '`pending`: not processed yet, or waiting for a retry. `failed`: at least one item failed. `unrouted`: no channel is connected for it.',
  }),
  error: nullable(Type.String({ description: 'The error of the first item that failed.' })),
  accounts: Type.Array(Type.String(), {
    description:
      "The platform's ids of the numbers, pages and business accounts named in the payload.",
  }),
  results: Type.Record(Type.String(), Type.Integer(), {
    description: `The number of items by result: ${ITEM_RESULTS.join(', ')}.`,
  }),
  size_bytes: Type.Integer(),
  attempts: Type.Integer(),
  next_attempt_at: nullable(Time),
  received_at: Time,
  processed_at: nullable(Time),
}

/** A payload as it arrived, and its result. */
export const InboundPayload = titled('InboundPayload', fields)

/** A payload as it arrived, and its result. */
export type InboundPayload = Static<typeof InboundPayload>

/** The form of a submission, and the answers with what each is used as. */
const SubmissionForm = titled(
  'SubmissionForm',
  {
    id: Id,
    name: Type.String(),
    provider: Type.String(),
    mapping: Form.properties.mapping,
    fields: Type.Array(
      Type.Object({
        label: Type.String(),
        value: Type.String({ description: 'At most the first 500 characters.' }),
        detail: nullable(
          Type.Enum([...FORM_DETAILS], { description: 'What the answer is used as.' }),
        ),
        custom_field: nullable(
          Type.String({ description: 'The key of the custom field that the answer fills.' }),
        ),
        problem: nullable(
          Type.Enum(['invalid_phone', 'invalid_email', 'invalid_value'], {
            description: 'Why the answer cannot be used as this detail or custom field.',
          }),
        ),
      }),
    ),
  },
  'The form of a submission; null for other payloads and deleted forms.',
)

/** A payload in the list, with the contact and text of its first item that has them. */
export const ListedPayload = titled('ListedPayload', { ...fields, ...logSubject })

/** A payload in the list, with the contact and text of its first item that has them. */
export type ListedPayload = Static<typeof ListedPayload>

/** A payload with each item and its bytes as text. */
export const InboundPayloadDetail = titled('InboundPayloadDetail', {
  ...fields,
  items: Type.Array(Type.Record(Type.String(), Type.Unknown()), {
    description:
      'The items in payload order, each with its kind, its result, the reason if there is one, and the ids of what was created. A parked item waits for its message; `message_id` is set once the message arrived.',
  }),
  content_type: nullable(Type.String()),
  payload: Type.Unknown({ description: 'The parsed JSON. Null if the body is not JSON.' }),
  body: Type.String({ description: 'The raw body as UTF-8 text.' }),
  form: nullable(SubmissionForm),
})

/** A payload with each item and its bytes as text. */
export type InboundPayloadDetail = Static<typeof InboundPayloadDetail>

const filters = {
  platform: Type.Optional(
    limitedText(100, `One or more of ${PAYLOAD_PLATFORMS.join(', ')}, separated by commas.`),
  ),
  channel_id: Type.Optional(Id),
  result: Type.Optional(
    limitedText(100, `Only payloads with an item of this result: ${ITEM_RESULTS.join(', ')}.`),
  ),
  form_id: Type.Optional(Id),
  attention: Type.Optional(
    Type.Enum(['open'], { description: 'Only submissions that need attention.' }),
  ),
  since: Type.Optional(timeText('Received at or after this time.')),
  until: Type.Optional(timeText('Received before this time.')),
}

/** The query of GET /api/developer/inbound. */
export const ListInboundQuery = closedObject({
  ...pageQuery,
  status: Type.Optional(
    limitedText(100, `One or more of ${PAYLOAD_STATUSES.join(', ')}, separated by commas.`),
  ),
  ...filters,
})

/** The body of POST /api/developer/inbound/reprocess. */
export const ReprocessBody = closedObject({
  status: Type.Optional(
    Type.String({
      maxLength: 100,
      default: 'failed',
      description: 'One or more statuses, separated by commas.',
    }),
  ),
  ...filters,
})

/** The columns of a row that the API reads. */
export type PayloadRow = Omit<
  Selectable<InboundPayloads>,
  'workspace_id' | 'parent_id' | 'body' | 'content_type'
> & { size_bytes: number }

/** Converts a row to the API's payload. */
export function toInboundPayload(row: PayloadRow): InboundPayload {
  const results: Record<string, number> = {}
  for (const { result } of outcomesOf(row)) results[result] = (results[result] ?? 0) + 1
  return pickFields(InboundPayload, {
    ...row,
    needs_attention: row.labels.includes(ATTENTION_OPEN),
    accounts: row.labels.flatMap((label) => readAccountLabel(label)?.account ?? []),
    results,
    next_attempt_at: row.status === 'pending' ? row.due_at : null,
  })
}

/** Returns the results of a payload's items, as far as it was processed. */
export function outcomesOf(row: { outcome: unknown }): ItemOutcome[] {
  return Array.isArray(row.outcome) ? (row.outcome as ItemOutcome[]) : []
}
