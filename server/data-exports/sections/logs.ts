import { sql } from 'kysely'
import { readCsv } from '#contacts/imports/read-csv.ts'
import type { TableName } from '#db/tables.ts'
import { mentions } from '#erasures/redact.ts'
import { containsAny, containsAnyBytes, scan } from '#erasures/scan.ts'
import { readMail } from '#erasures/steps/erase-answers.ts'
import { isTheirRow } from '#erasures/steps/erase-imports.ts'
import { isOwnSubmission } from '#erasures/steps/erase-payloads.ts'
import type { PayloadRow } from '#erasures/steps/erase-payloads.ts'
import type { Subject } from '#erasures/subject.ts'
import { pickFromPayload } from '#inbound/ingest/prune-payload.ts'
import { parsePayload } from '#platforms/registry/read-items.ts'
import { findPlatformByAddress } from '#platforms/registry/platforms.ts'
import { columnsOf } from '../columns-of.ts'
import type { Section } from '../section.ts'

const EVENTS_BATCH = 2_000
const PAYLOADS_BATCH = 200
const ROWS_BATCH = 1_000

type Found = { id: string; is_found: boolean; scan_key: string[] }

/** The events about the contact, with their deliveries and attempts. */
export const eventSection: Section = {
  name: 'events',
  async read(scope, { contactIds, chatIds }, cursor) {
    const { rows, next } = await scan<Found & { body: string }>(scope, {
      table: 'events',
      columns: sql`${columnsOf('events')}, ${containsAny(sql`body`, [...contactIds, ...chatIds])} as is_found`,
      limit: EVENTS_BATCH,
      cursor,
    })
    const events = rows.filter((row) => row.is_found)
    const deliveries = await sql<{ id: string }>`
      select ${columnsOf('webhook_deliveries', 'delivery')}
      from unnest(${events.map(({ id }) => id)}::uuid[]) as event (id)
      join webhook_deliveries as delivery on delivery.workspace_id = ${scope.workspaceId}
        and delivery.event_id = event.id
        and delivery.id between (left(event.id::text, 19) || '8000-000000000000')::uuid
          and (left(event.id::text, 19) || 'bfff-ffffffffffff')::uuid
      order by delivery.id`.execute(scope.db)
    const attempts = await sql<object>`
      select ${columnsOf('webhook_attempts')} from webhook_attempts
      where workspace_id = ${scope.workspaceId}
        and delivery_id = any (${deliveries.rows.map(({ id }) => id)}::uuid[])
      order by delivery_id, number`.execute(scope.db)
    return {
      rows: {
        events: events.map((row) => ({ ...bare(row), body: JSON.parse(row.body) as unknown })),
        deliveries: deliveries.rows,
        delivery_attempts: attempts.rows,
      },
      next,
    }
  },
}

/**
 * The stored payloads of platforms and forms. A payload of a platform can contain several customers; only the items of
 * this one are exported. Payloads of several workspaces are left out, because the workspace has a copy of its part.
 */
export const payloadSection: Section = {
  name: 'payloads',
  async read(scope, subject, cursor) {
    const { rows, next } = await scan<Found & PayloadRow>(scope, {
      table: 'inbound_payloads',
      columns: sql`${columnsOf('inbound_payloads')},
          ${containsAnyBytes(sql`body`, subject.values)} or form_id is not null as is_found`,
      limit: PAYLOADS_BATCH,
      cursor,
    })
    const payloads: object[] = []
    const formIds: string[] = []
    for (const row of rows.filter((each) => each.is_found)) {
      if (row.form_id !== null) {
        if (!isOwnSubmission(row, subject)) continue
        formIds.push(row.id)
        payloads.push({ ...bare(row), body: row.body.toString('utf8') })
      } else payloads.push(...ownItems(row, subject))
    }
    const submissions = await sql<object>`
      select ${columnsOf('form_submissions')} from form_submissions
      where workspace_id = ${scope.workspaceId}
        and payload_id = any (${formIds}::uuid[])`.execute(scope.db)
    return { rows: { payloads, form_submissions: submissions.rows }, next }
  },
}

function ownItems(row: Found & PayloadRow, { values }: Subject): object[] {
  const parsed = parsePayload(findPlatformByAddress(row.platform), row.body)
  if (parsed === undefined) return [{ ...bare(row), body: row.body.toString('utf8') }]
  const wanted = new Set(values)
  const items = pickFromPayload(parsed, (text) => wanted.has(text.toLowerCase()))
  if (items.length === 0) return []
  const text = JSON.stringify(items)
  const outcome = Array.isArray(row.outcome)
    ? row.outcome.filter(
        ({ platform_message_id: id }) => id !== undefined && text.includes(JSON.stringify(id)),
      )
    : null
  return [{ ...bare(row), body: items, outcome }]
}

/** The rejected rows of imports that show the contact. */
export const rejectSection: Section = {
  name: 'import_rejects',
  async read(scope, subject, cursor) {
    const { rows, next } = await scan<Found & { cells: string[] }>(scope, {
      table: 'import_rejects',
      key: { import_id: 'uuid', row_number: 'integer' },
      columns: sql`${columnsOf('import_rejects')}, true as is_found`,
      limit: ROWS_BATCH,
      cursor,
    })
    const theirs = rows.filter(({ cells }) => isTheirRow(cells, subject, true))
    return { rows: { import_rejects: theirs.map(bare) }, next }
  },
}

type ImportRow = Found & { body: Buffer | null; samples: string[][]; delimiter: string }

/** The rows of imported files that show the contact. */
export const importSection: Section = {
  name: 'imports',
  async read(scope, subject, cursor) {
    const { rows, next } = await scan<ImportRow>(scope, {
      table: 'imports',
      columns: sql`${columnsOf('imports')}, true as is_found`,
      limit: 1,
      cursor,
    })
    const imports = rows.flatMap((row) => {
      const cells = (
        row.body ? [...readCsv(row.body, row.delimiter)].map((each) => each.cells) : []
      ).filter((each) => isTheirRow(each, subject, false))
      const samples = row.samples.filter((each) => isTheirRow(each, subject, true))
      return cells.length + samples.length > 0 ? [{ ...bare(row), body: cells, samples }] : []
    })
    return { rows: { imports }, next }
  },
}

/** Mails to members that quote the contact, or link to its conversations. */
export const mailSection: Section = {
  name: 'mails',
  async read(scope, subject, cursor) {
    const { rows, next } = await scan<Found & { subject: string; body: Buffer }>(scope, {
      table: 'mails',
      columns: sql`${columnsOf('mails')}, true as is_found`,
      limit: PAYLOADS_BATCH,
      cursor,
    })
    const mails = rows
      .map((row) => ({ ...bare(row), subject: row.subject, body: readMail(scope, row) }))
      .filter((mail) => mentions(`${mail.subject} ${mail.body}`, subject))
    return { rows: { mails }, next }
  },
}

/** Creates a section with the rows of a log that name the contact. */
function sectionOfMentions(name: string, table: TableName): Section {
  return {
    name,
    async read(scope, subject, cursor) {
      const wanted = [
        ...subject.values,
        ...subject.contactIds,
        ...subject.chatIds,
        ...(table === 'views' ? subject.names : []),
      ]
      const { rows, next } = await scan<Found & { person_id?: string }>(scope, {
        table,
        columns: sql`${columnsOf(table)},
            ${containsAny(sql`row_to_json(${sql.table(table)})::text`, wanted)} as is_found`,
        limit: ROWS_BATCH,
        cursor,
      })
      const theirs = rows.filter(
        (row) =>
          row.is_found &&
          // The section "timeline" contains the contact's own.
          !(row.person_id !== undefined && subject.contactIds.includes(row.person_id)),
      )
      return { rows: { [name]: theirs.map(bare) }, next }
    },
  }
}

/** The sections of logs that are about others or about members, where they name the contact. */
export const mentionSections: Section[] = [
  sectionOfMentions('audit_entries', 'audit_entries'),
  sectionOfMentions('other_timelines', 'timeline_entries'),
  sectionOfMentions('notices', 'notices'),
  sectionOfMentions('saved_views', 'views'),
  sectionOfMentions('platform_events', 'channel_events'),
]

/** Returns a row without the columns that only the search needs. */
function bare<R extends object>(row: R): object {
  const { is_found: _isFound, scan_key: _key, ...rest } = row as R & Partial<Found>
  return rest
}
