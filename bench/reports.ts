import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listAudit } from '#account/audit/list-audit.ts'
import { previewRetention } from '#account/workspaces/preview-retention.ts'
import { exportContacts } from '#contacts/export-contacts.ts'
import { listContacts } from '#contacts/list-contacts.ts'
import type { Scope } from '#db/context.ts'
import { countChats } from '#conversations/count-chats.ts'
import { listChats } from '#conversations/list-chats.ts'
import { requestDataExport } from '#data-exports/request-data-export.ts'
import { runDataExport } from '#data-exports/run-data-export.ts'
import { newId } from '#lib/ids.ts'
import { createMediaStorage } from '#media/create-media-storage.ts'
import { search } from '#inbox/search/search.ts'
import { getDeliveryReport } from '#reports/get-delivery-report.ts'
import { getLeadReport } from '#reports/get-lead-report.ts'
import { getMessageReport } from '#reports/get-message-report.ts'
import { getResponseReport } from '#reports/get-response-report.ts'
import { getTicketReport } from '#reports/get-ticket-report.ts'
import {
  deliveriesCsv,
  leadsCsv,
  messagesCsv,
  responsesCsv,
  ticketsCsv,
} from '#reports/report-tables.ts'
import { createTestWorkspace } from '#test/factories.ts'
import { countTickets } from '#tickets/count-tickets.ts'
import { listTickets } from '#tickets/list-tickets.ts'
import { listDeliveries } from '#webhooks/list-deliveries.ts'
import { openBenchDatabase } from './database.ts'
import { atMost, plain } from './figure.ts'
import type { Figure } from './figure.ts'
import { numberOption } from './options.ts'
import type { BenchOptions } from './options.ts'
import { seedLarge } from './seed-large.ts'
import type { LargeIds } from './seed-large.ts'

/** A statement is canceled after 10 s. */
const SECONDS_MAX = 5
const ROUNDS = 3
const YEAR_MS = 365 * 86_400_000

type Reads = Record<string, () => Promise<unknown>>

/**
 * Measures everything that reads much of a workspace with 1,000,000 messages, 100,000 conversations and 50,000 contacts:
 * reports over a year and their CSV, exports, previews, lists with filters that find little, and search. Prints the
 * slowest of three calls. `--messages` chooses another size, in proportion.
 */
export async function benchReports(options: BenchOptions): Promise<Figure[]> {
  const messages = numberOption(options, 'messages', 1_000_000)
  const database = await openBenchDatabase()
  try {
    const { scope } = await createTestWorkspace(database.context)
    const size = { messages, chats: messages / 10, people: messages / 20, others: messages / 10 }
    const ids = await seedLarge(database, scope, size)
    const figures: Figure[] = []
    for (const [what, read] of Object.entries({
      ...reportsOf(scope, ids),
      ...exportsOf(scope),
      ...listsOf({ ...scope, actor: { type: 'member', id: ids.members[0]! } }, ids),
      ...searchesOf(scope),
    }))
      figures.push(atMost(what, await slowest(read), SECONDS_MAX, ' s'))
    return [...figures, ...(await exportContactData(scope))]
  } finally {
    await database.close()
  }
}

async function slowest(read: () => Promise<unknown>): Promise<number> {
  const seconds: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now()
    // A canceled statement must not end the run: it is the figure.
    await read().catch((err: unknown) => process.stdout.write(`  ${String(err)}\n`))
    seconds.push((performance.now() - began) / 1000)
  }
  return Math.max(...seconds)
}

/** Exports all data of one contact, which reads the logs of the whole workspace in batches. */
async function exportContactData(scope: Scope): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-bench-'))
  try {
    const storage = createMediaStorage({ dataDir })
    const [person] = (await listContacts(scope, { q: 'Person 42', limit: 1 })).data
    const { id } = await requestDataExport(scope, person!.id)
    const seconds: number[] = []
    for (let isDone = false; !isDone;) {
      let isBegun = false
      const began = performance.now()
      isDone = await runDataExport(scope, id, {
        storage,
        isOver: () => isBegun || !(isBegun = true),
      })
      seconds.push((performance.now() - began) / 1000)
    }
    return [
      plain(
        'data export of a contact',
        `${seconds.reduce((sum, each) => sum + each, 0).toFixed(2)} s`,
      ),
      atMost('its longest batch', Math.max(...seconds), SECONDS_MAX, ' s'),
    ]
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

function reportsOf(scope: Scope, { members, channels, endpoint }: LargeIds): Reads {
  const from = new Date(scope.clock.now().getTime() - YEAR_MS).toISOString()
  const year = { from, time_zone: 'Asia/Kolkata' }
  const weeks = { ...year, bucket: 'week' } as const
  const [member_id, channel_id] = [members[0]!, channels[0]!]
  return {
    'message report of a year, CSV': async () => messagesCsv(await getMessageReport(scope, year)),
    'message report of a year, one member': () => getMessageReport(scope, { ...year, member_id }),
    'message report of a year, one channel': () => getMessageReport(scope, { ...year, channel_id }),
    'message report of 30 days': () => getMessageReport(scope, {}),
    'response report of a year, CSV': async () =>
      responsesCsv(await getResponseReport(scope, year)),
    'response report of a year, one member': () => getResponseReport(scope, { ...year, member_id }),
    'response report of 30 days': () => getResponseReport(scope, {}),
    'ticket report of a year, CSV': async () => ticketsCsv(await getTicketReport(scope, year)),
    'lead report of a year, CSV': async () => leadsCsv(await getLeadReport(scope, year)),
    'delivery report of a year, CSV': async () =>
      deliveriesCsv(await getDeliveryReport(scope, weeks)),
    'delivery report of a year, one endpoint': () =>
      getDeliveryReport(scope, { ...weeks, endpoint_id: endpoint }),
    'delivery report of 30 days': () => getDeliveryReport(scope, {}),
  }
}

function exportsOf(scope: Scope): Reads {
  const readAll = async (filters: Parameters<typeof exportContacts>[1]) => {
    for await (const _part of await exportContacts(scope, filters));
  }
  const preview = (days: number) => () =>
    previewRetention(scope, { message_retention_days: days, audit_retention_days: days })
  return {
    'export of all contacts': () => readAll({}),
    'export of contacts, a filter that finds few': () => readAll({ q: 'person99@' }),
    'preview of a retention that deletes most': preview(30),
    'preview of a retention that deletes few': preview(364),
    'preview of a retention that deletes nothing': preview(3650),
  }
}

function listsOf(scope: Scope, { members, tags, channels, endpoint }: LargeIds): Reads {
  const chats = (filters: Parameters<typeof listChats>[1]) => () => listChats(scope, filters)
  const people = (filters: Parameters<typeof listContacts>[1]) => () => listContacts(scope, filters)
  const tickets = (filters: Parameters<typeof listTickets>[1]) => () => listTickets(scope, filters)
  const nobody = newId()
  return {
    'conversations, snoozed': chats({ status: 'snoozed' }),
    'conversations, unread and closed': chats({ status: 'closed', unread: true }),
    'conversations, assigned to nobody, snoozed': chats({ assignee_id: 'none', status: 'snoozed' }),
    'conversations, of a member without any': chats({ assignee_id: nobody }),
    'conversations, of a rare tag, open': chats({ tag_id: tags.at(-1)!, status: 'snoozed' }),
    'conversations, of a common tag, snoozed': chats({ tag_id: tags[0]!, status: 'snoozed' }),
    'conversations, of a rare channel, snoozed': chats({
      channel_id: channels[1]!,
      status: 'snoozed',
    }),
    'conversations, of an unknown channel': chats({ channel_id: nobody }),
    'conversations, that mention me': chats({ mentioned: true }),
    'conversations, updated in the future': chats({ updated_since: '2099-01-01T00:00:00Z' }),
    'conversations, of a name that nobody has': chats({ q: 'nobody at all' }),
    'conversations, of two letters that nobody has': chats({ q: 'zq' }),
    'conversations, of a common name, snoozed': chats({ q: 'person', status: 'snoozed' }),
    'conversations, counts': () => countChats(scope),
    'contacts, by name': people({ sort: 'name' }),
    'contacts, of a name that nobody has': people({ q: 'nobody at all', sort: 'name' }),
    'contacts, of two letters that nobody has': people({ q: 'zq' }),
    'contacts, of an unknown campaign': people({ campaign: 'none' }),
    'contacts, blocked': people({ blocked: 'true', sort: 'name' }),
    'contacts, seen in the future': people({ seen_since: '2099-01-01T00:00:00Z' }),
    'tickets, of a title that none has': tickets({ q: 'no such title' }),
    'tickets, of a common word, closed': tickets({ q: 'kurta', status: 'closed' }),
    'tickets, overdue and urgent': tickets({ overdue: true, priority: 'urgent', sort: 'due' }),
    'tickets, of a member, pending': tickets({ assignee_id: members[0]!, status: 'pending' }),
    'tickets, counts': () => countTickets(scope),
    'deliveries, of an error that none has': () =>
      listDeliveries(scope, { endpoint_id: endpoint, error: 'dns_failed' }),
    'deliveries, failed, of an unknown event': () =>
      listDeliveries(scope, { event_id: nobody, status: 'failed' }),
    'audit log, of a rare action': () => listAudit(scope, { action: 'contacts.exported' }),
    'audit log, of an unknown actor': () => listAudit(scope, { actor_id: nobody }),
  }
}

function searchesOf(scope: Scope): Reads {
  const words = [
    'kurta',
    'number 500123',
    'ku',
    'zq',
    'nothing like this',
    'Person 4242',
    '%%%',
    'हिंदी',
    'नमस्ते',
    'привет',
    '+91 98000-04242',
    'person 424',
    'ello',
  ]
  return Object.fromEntries(
    words.map((text) => [`search: ${text}`, () => search(scope, { q: text }, () => true)]),
  )
}
