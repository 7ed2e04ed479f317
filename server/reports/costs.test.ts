import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newId } from '#lib/ids.ts'
import type { Scope } from '#db/context.ts'
import { openTestContext } from '#test/context.ts'
import { backfillCharges } from '#messages/state/backfill-charges.ts'
import { chargeMessages, reportAgain, reportCharges } from '#test/charges.ts'
import { csvUpload } from '#test/csv-upload.ts'
import {
  createTestChannel,
  createTestChat,
  createTestKey,
  createTestMember,
} from '#test/factories.ts'
import { openReports, writeMessages } from '#test/reports.ts'

const NOW = new Date('2026-11-20T12:00:00.000Z')
const { context } = await openTestContext()
const { call, open: openReport } = await openReports({ ...context, clock: { now: () => NOW } })

async function open() {
  const reports = await openReport()
  const admin = await createTestKey(reports.scope, ['admin', 'reports:read'])
  const upload = (csv: string, query = '') =>
    call(`POST /api/v1/price-lists${query}`, { key: admin, ...csvUpload(csv, 'prices.csv') })
  const stored = async (csv: string, query?: string) => {
    const answer = await upload(csv, query)
    assert.equal(answer.status, 201, answer.text)
    return answer.body
  }
  const { id: channelId } = await createTestChannel(reports.scope)
  return { ...reports, admin, upload, stored, channelId }
}

const PRICES = [
  'market,category,price',
  'India,marketing,0.0118',
  'India,utility,0.0014',
  'Mexico,marketing,0.0305',
  '"Rest of Africa",marketing,0.0225',
  'KE,marketing,0.04',
].join('\n')

describe('the cost report', () => {
  test('adds the prices of what was charged, exactly, by everything that it can be split into', async () => {
    const { scope, read, csv, stored, channelId } = await open()
    const { membershipId } = await createTestMember(scope, 'agent')
    await stored(PRICES, '?currency=usd&valid_from=2026-01-01')
    await stored(
      'market,category,price\nIN,marketing,0.02\n',
      '?currency=INR&valid_from=2026-11-10',
    )
    const author = { author_type: 'member' as const, author_id: membershipId }
    await chargeMessages(scope, channelId, [
      { at: '2026-11-09T23:59:59Z', template: 'sale', category: 'marketing', ...author },
      { at: '2026-11-10T00:00:00Z', template: 'sale', category: 'marketing' },
      { at: '2026-11-01T00:00:00Z', template: 'sale', category: 'marketing', to: '5215550001111' },
      { at: '2026-11-01T00:00:00Z', template: 'sale', category: 'marketing', to: '254712345678' },
      { at: '2026-11-01T00:00:00Z', template: 'sale', category: 'marketing', to: '233241234567' },
      { at: '2026-11-01T00:00:00Z', category: 'service', type: 'free_customer_service' },
      { at: '2026-11-01T00:00:00Z', category: 'service' },
      { at: '2026-11-01T00:00:00Z', category: 'marketing', to: '4915112345678' },
      { at: '2026-11-01T00:00:00Z', category: 'marketing', statuses: ['sent'] },
      { at: '2026-11-01T00:00:00Z', category: 'marketing', statuses: ['sent', 'failed'] },
      { at: '2026-11-01T00:00:00Z', category: 'marketing_lite' },
    ])
    const report = await read('costs?from=2026-11-01&to=2026-11-30&bucket=month')
    const totals = {
      messages: 9,
      free: 1,
      unpriced: 2,
      undelivered: 2,
      costs: [
        { currency: 'INR', amount: '0.02' },
        // 0.0118 + 0.0305 + 0.04 + 0.0225 + 0.0118
        { currency: 'USD', amount: '0.1166' },
      ],
    }
    assert.deepEqual(report.totals, totals)
    assert.deepEqual(report.buckets, [
      { start: '2026-11-01T00:00:00.000Z', end: '2026-12-01T00:00:00.000Z', ...totals },
    ])
    assert.deepEqual(report.by_channel, [{ channel_id: channelId, name: 'WhatsApp', ...totals }])
    const usdOf = (list: any[], of: (row: any) => unknown) =>
      list.map((row) => [of(row), row.messages, row.unpriced, row.costs.at(-1)?.amount])
    assert.deepEqual(
      usdOf(report.by_template, (row) => row.template).toSorted(),
      [
        [null, 4, 2, '0.0118'],
        ['sale', 5, 0, '0.1048'],
      ].toSorted(),
    )
    assert.deepEqual(usdOf(report.by_category, (row) => row.category).toSorted(), [
      ['marketing', 6, 1, '0.1048'],
      ['marketing_lite', 1, 0, '0.0118'],
      ['service', 2, 1, undefined],
    ])
    assert.deepEqual(
      report.by_author.map(({ author: by, messages }: any) => [by.type, by.id, by.name, messages]),
      [
        ['system', null, null, 8],
        ['member', membershipId, 'Test', 1],
      ],
    )
    assert.deepEqual(
      usdOf(report.by_country, (row) => row.country).toSorted(),
      [
        ['DE', 1, 1, undefined],
        ['GH', 1, 0, '0.0225'],
        ['IN', 5, 1, '0.0236'],
        ['KE', 1, 0, '0.04'],
        ['MX', 1, 0, '0.0305'],
      ].toSorted(),
    )
    const own = await read(`costs?from=2026-11-01&member_id=${membershipId}`)
    assert.deepEqual(own.totals.costs, [{ currency: 'USD', amount: '0.0118' }])
    const other = await read(`costs?from=2026-11-01&channel_id=${newId()}`)
    assert.deepEqual([other.totals.messages, other.totals.costs], [0, []])
    assert.deepEqual(await csv('costs.csv?from=2026-11-01&to=2026-11-30&bucket=month'), [
      'start,end,messages,free,unpriced,undelivered,cost_INR,cost_USD',
      '2026-11-01T00:00:00+00:00,2026-12-01T00:00:00+00:00,9,1,2,2,0.02,0.1166',
    ])
    for (const [table, head] of [
      ['channels', 'channel_id,channel,'],
      ['templates', 'template,'],
      ['categories', 'category,'],
      ['authors', 'author_type,author_id,author,'],
      ['countries', 'country,'],
    ])
      assert.ok((await csv(`costs.csv?from=2026-11-01&table=${table}`))[0]!.startsWith(head!))
  })

  test('without a price list says so, and shows no cost', async () => {
    const { scope, read, channelId } = await open()
    await chargeMessages(scope, channelId, [{ at: '2026-11-09T00:00:00Z', category: 'marketing' }])
    const { totals, priced_since } = await read('costs')
    assert.deepEqual([totals.unpriced, totals.costs, priced_since], [1, [], null])
  })

  test('equals the sum of 2,000 statuses that come repeated, late and in any order', async () => {
    const { scope, read, stored } = await open()
    await stored(PRICES, '?currency=USD&valid_from=2026-01-01')
    const expected = await reportCharges(scope, { messages: 500, statuses: 2_000, seed: 7 })
    const report = await read('costs?from=2026-10-01&to=2026-11-30')
    assert.deepEqual(report.totals, expected)
  })

  test('uses the prices that can-send names before a message is sent', async () => {
    const { scope, stored } = await open()
    await stored(PRICES, '?currency=USD&valid_from=2026-01-01')
    const chat = await createTestChat(scope)
    const key = await createTestKey(scope, ['*'])
    const ask = async () =>
      (await call(`GET /api/v1/chats/${chat.id}/can-send`, { key })).body.categories
    assert.deepEqual(
      (await ask()).map((each: any) => [each.category, each.message, each.estimated_cost]),
      [
        ['service', 'free_form', null],
        ['utility', 'template', { amount: '0.0014', currency: 'USD' }],
        ['marketing', 'template', { amount: '0.0118', currency: 'USD' }],
        ['authentication', 'template', null],
      ],
    )
    await chargeMessages(scope, chat.channelId, [
      { at: '2026-11-20T10:00:00Z', category: 'service', type: 'free_entry_point' },
    ])
    await scope.db
      .updateTable('messages')
      .set({ chat_id: chat.id })
      .where('workspace_id', '=', scope.workspaceId)
      .execute()
    const [first] = await ask()
    assert.deepEqual(first, {
      category: 'service',
      message: 'free_form',
      free_until: '2026-11-23T10:00:00.000Z',
      estimated_cost: null,
    })
  })

  test('agrees with the charge that the trail of each message names', async () => {
    const { scope, stored, channelId } = await open()
    await stored(PRICES, '?currency=USD&valid_from=2026-01-01')
    const key = await createTestKey(scope, ['messages:read'])
    await chargeMessages(scope, channelId, [
      { at: '2026-11-09T01:00:00Z', category: 'marketing' },
      { at: '2026-11-09T02:00:00Z', category: 'service', type: 'free_entry_point' },
      { at: '2026-11-09T03:00:00Z', category: 'marketing', statuses: ['sent'] },
      { at: '2026-11-09T04:00:00Z', category: 'marketing', to: '4915112345678' },
    ])
    const charges = []
    for (const id of await messagesOf(scope))
      charges.push((await call(`GET /api/v1/messages/${id}/trail`, { key })).body.charge)
    const marketing = { category: 'marketing', type: 'regular', is_free: false, recipients: 1 }
    assert.deepEqual(charges, [
      { ...marketing, cost: { amount: '0.0118', currency: 'USD' } },
      { category: 'service', type: 'free_entry_point', is_free: true, recipients: 1, cost: null },
      { ...marketing, recipients: 0, cost: null },
      { ...marketing, cost: null },
    ])
    const chat = await createTestChat(scope)
    await writeMessages(scope, chat, [['2026-11-10T00:00:00Z', 'system']])
    const plain = (await messagesOf(scope)).at(-1)
    const { body } = await call(`GET /api/v1/messages/${plain}/trail`, { key })
    assert.equal(body.charge, null)
  })

  test('contains messages from before charges after a backfill, however often it runs', async () => {
    const [mine, theirs] = [await open(), await open()]
    await mine.stored(PRICES, '?currency=USD&valid_from=2026-01-01')
    const expected = await reportCharges(mine.scope, { messages: 600, statuses: 1_300, seed: 3 })
    await chargeMessages(theirs.scope, theirs.channelId, [
      { at: '2026-11-09T00:00:00Z', category: 'marketing' },
    ])
    const { db, workspaceId } = mine.scope
    const pricings = () =>
      db
        .selectFrom('messages')
        .select(['id', 'pricing'])
        .where('workspace_id', '=', workspaceId)
        .orderBy('id')
        .execute()
    const before = await pricings()
    await forgetCharges(mine.scope, before.slice(40))
    await forgetCharges(theirs.scope, await messagesOf(theirs.scope).then(toRows))
    assert.equal(await backfillCharges(mine.scope), 560)
    assert.equal(await backfillCharges(mine.scope), 0)
    assert.deepEqual(await pricings(), before)
    const { totals } = await mine.read('costs?from=2026-10-01&to=2026-11-30')
    assert.deepEqual(totals, expected)
    assert.equal((await theirs.read('costs')).totals.messages, 0)
  })

  test('counts a message once when a backfill and a late status meet', async () => {
    const { scope, read, stored, channelId } = await open()
    await stored(PRICES, '?currency=USD&valid_from=2026-01-01')
    const sent = { at: '2026-11-09T00:00:00Z', category: 'marketing', statuses: ['sent'] }
    await chargeMessages(scope, channelId, [sent])
    await forgetCharges(scope, await messagesOf(scope).then(toRows))
    const [id] = await messagesOf(scope)
    await Promise.all([
      backfillCharges(scope),
      reportAgain(scope, channelId, id!, { ...sent, statuses: ['sent', 'delivered'] }),
    ])
    assert.deepEqual((await read('costs')).totals.costs, [{ currency: 'USD', amount: '0.0118' }])
  })

  test('shows nothing of another workspace, and its prices apply to nobody else', async () => {
    const [mine, theirs] = [await open(), await open()]
    await theirs.stored(PRICES, '?currency=USD&valid_from=2026-01-01')
    const charge = { at: '2026-11-09T00:00:00Z', category: 'marketing' }
    await chargeMessages(mine.scope, mine.channelId, [charge])
    assert.deepEqual((await mine.read('costs')).totals.costs, [])
    assert.equal((await theirs.read('costs')).totals.messages, 0)
  })

  test('keeps its figures when the messages are deleted', async () => {
    const { scope, read, channelId } = await open()
    await chargeMessages(scope, channelId, [{ at: '2026-11-09T00:00:00Z', category: 'marketing' }])
    await deleteAll(scope)
    assert.equal((await read('costs')).totals.messages, 1)
  })
})

async function messagesOf(scope: Scope): Promise<string[]> {
  const rows = await scope.db
    .selectFrom('messages')
    .select('id')
    .where('workspace_id', '=', scope.workspaceId)
    .orderBy('created_at')
    .execute()
  return rows.map(({ id }) => id)
}

const toRows = (ids: string[]) => ids.map((id) => ({ id }))

/** Removes the price information and the charges of messages, as if they had been sent before there were any. */
async function forgetCharges(scope: Scope, rows: { id: string }[]): Promise<void> {
  const ids = rows.map(({ id }) => id)
  await scope.db
    .deleteFrom('message_charges')
    .where('workspace_id', '=', scope.workspaceId)
    .where('message_id', 'in', ids)
    .execute()
  await scope.db
    .updateTable('messages')
    .set({ pricing: null })
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', 'in', ids)
    .execute()
}

async function deleteAll(scope: Scope): Promise<void> {
  const { deleteMessages } = await import('#messages/delete-messages.ts')
  const rows = await scope.db
    .selectFrom('messages')
    .select(['id', 'channel_id', 'platform_message_id'])
    .where('workspace_id', '=', scope.workspaceId)
    .execute()
  assert.equal(await deleteMessages(scope, rows), 1)
}
