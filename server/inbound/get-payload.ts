import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Scope } from '#db/context.ts'
import { AppError } from '#lib/errors.ts'
import { isUuid } from '#lib/ids.ts'
import { parseJson } from '#lib/parse-json.ts'
import { outcomesOf, toInboundPayload } from './schema.ts'
import type { InboundPayloadDetail, PayloadRow } from './schema.ts'
import { explainSubmission } from './forms/explain-submission.ts'
import type { ItemOutcome } from './ingest/item-outcome.ts'
import { PAYLOAD_COLUMNS, unroutedFor } from './select-payloads.ts'

/** A payload with its bytes, and its owner: the workspace, or none for an unrouted one. */
type FoundPayload = PayloadRow & {
  workspace_id: string
  body: Buffer
  content_type: string | null
}

/** Returns the payload with this id and the result of each item. @throws {AppError} payload_not_found */
export async function getPayload(scope: Scope, id: string): Promise<InboundPayloadDetail> {
  const row = await findPayload(scope, id, await unroutedFor(scope))
  const body = row.body.toString('utf8')
  return {
    ...toInboundPayload(row),
    items: await withFound(scope, outcomesOf(row)),
    content_type: row.content_type,
    payload: parseJson(body) ?? null,
    body,
    form: await formOf(scope, row),
  }
}

/** Returns the form of a submission with its answers; null for other payloads. */
async function formOf(scope: Scope, row: FoundPayload): Promise<InboundPayloadDetail['form']> {
  const { form_id: formId, body, content_type: contentType } = row
  if (formId === null) return null
  const stored = { form_id: formId, body, content_type: contentType }
  return (await explainSubmission(scope, stored)) ?? null
}

/**
 * Returns the row of a payload that this workspace can see. `unrouted`: the condition of `unroutedFor`.
 *
 * @throws {AppError} payload_not_found
 */
export async function findPayload(
  scope: Scope,
  id: string,
  unrouted: RawBuilder<unknown>,
): Promise<FoundPayload> {
  const found = isUuid(id)
    ? ((await readPayload(scope, id, sql`workspace_id = ${scope.workspaceId}`)) ??
      (await readPayload(scope, id, unrouted)))
    : undefined
  if (!found)
    throw new AppError('payload_not_found', `There is no payload ${id} in this workspace.`)
  return found
}

async function readPayload(
  { db }: Scope,
  id: string,
  visible: RawBuilder<unknown>,
): Promise<FoundPayload | undefined> {
  const { rows } = await sql<FoundPayload>`
    select ${PAYLOAD_COLUMNS}, body, content_type from inbound_payloads
    where ${visible} and id = ${id}`.execute(db)
  return rows[0]
}

/** Returns the results; a parked one with the message that it waited for, if that has arrived. */
async function withFound(scope: Scope, outcomes: ItemOutcome[]): Promise<ItemOutcome[]> {
  const waiting = outcomes.filter(
    ({ result, platform_message_id }) => result === 'parked' && platform_message_id !== undefined,
  )
  if (waiting.length === 0) return outcomes
  const { rows } = await sql<{ id: string; platform_message_id: string }>`
    select messages.id, platform_message_id from channels
    join messages on messages.workspace_id = ${scope.workspaceId} and messages.channel_id = channels.id
      and platform_message_id = any (${waiting.map((each) => each.platform_message_id)}::text[])
    where channels.workspace_id = ${scope.workspaceId}`.execute(scope.db)
  const found = new Map(rows.map((row) => [row.platform_message_id, row.id]))
  return outcomes.map((outcome) =>
    outcome.result === 'parked'
      ? { ...outcome, message_id: found.get(outcome.platform_message_id ?? '') ?? null }
      : outcome,
  )
}
