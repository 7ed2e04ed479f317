import { createRule } from '#rules/create-rule.ts'
import { updateRule } from '#rules/update-rule.ts'
import type { Scope } from '#db/context.ts'
import { newId } from '#lib/ids.ts'
import { textFrom, wamid } from '#platforms/fixtures/payload-of.ts'
import type { Action, Condition, Trigger } from '#shared/rule-parts.ts'
import { createTag } from '#conversations/tags/create-tag.ts'
import { createTestChannel, createTestWorkspace } from '#test/factories.ts'
import { waitFor } from '#test/wait-for.ts'
import { atRate } from './at-rate.ts'
import { openBenchDatabase } from './database.ts'
import type { BenchDatabase } from './database.ts'
import { atMost, median, plain, quantile } from './figure.ts'
import type { Figure } from './figure.ts'
import { openInboundProduct, toBody } from './ingest/inbound-product.ts'
import type { BenchNumber, InboundProduct } from './ingest/inbound-product.ts'
import { killFollowers } from './kill-followers.ts'
import { numberOption } from './options.ts'
import type { BenchOptions } from './options.ts'
import { plantChats } from './plant-chats.ts'

const MORE_MS = 5
const LATE_MS = 1_000
const CUSTOMERS = 500
/** The messages of one payload, and the events that are recorded for each. */
const MESSAGES = 5

/**
 * Rules beside the payloads that they follow: how long a payload waits for its 200 with 100 live rules and without any, in turns of one
 * run. And rules that wait, while the processes that fire them are killed: each must fire once, within a second of its time. Options:
 * `--cases load,kills`, `--rate` events a second (1000), `--rounds` (5) of `--seconds` (5) each, `--rules` (100), `--kills` (100),
 * `--waits` (600).
 */
export async function benchRules(options: BenchOptions): Promise<Figure[]> {
  const cases = (options['cases'] ?? 'load,kills').split(',')
  return [
    ...(cases.includes('load') ? await loadRules(options) : []),
    ...(cases.includes('kills') ? await killRules(options) : []),
  ]
}

async function loadRules(options: BenchOptions): Promise<Figure[]> {
  const rate = numberOption(options, 'rate', 1_000)
  const seconds = numberOption(options, 'seconds', 5)
  const rounds = numberOption(options, 'rounds', 5)
  await using product = await openInboundProduct(options)
  const number = await product.openNumber(CUSTOMERS)
  const ids = await createRules(number, numberOption(options, 'rules', 100))
  const perMessage = await countEvents(product, number)
  const perSecond = rate / (MESSAGES * perMessage)
  const turn = { perSecond, seconds }
  await post(product, number, turn)
  const without = { p99: [] as number[], drains: [] as number[] }
  const withRules = { p99: [] as number[], drains: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    for (const isOn of [false, true]) {
      await switchRules(number.scope, ids, isOn)
      await untilFollowed(product, number.scope)
      const waits = await post(product, number, turn)
      const endedAt = performance.now()
      await untilFollowed(product, number.scope)
      const { p99, drains } = isOn ? withRules : without
      p99.push(quantile(waits, 0.99))
      drains.push(performance.now() - endedAt)
    }
  }
  const [counts] = await product.database.rows<{ firings: number }>(
    'select count(*)::int as firings from rule_firings where workspace_id = $1',
    [number.scope.workspaceId],
  )
  return [
    plain(
      `ingest p99 without rules, ${rate} events/s, ${perMessage} a message, median of ${rounds} turns`,
      `${median(without.p99).toFixed(1)} ms`,
    ),
    plain(`  with ${ids.length} rules`, `${median(withRules.p99).toFixed(1)} ms`),
    atMost(
      '  more, median of the turns',
      median(withRules.p99) - median(without.p99),
      MORE_MS,
      ' ms',
    ),
    plain('  firings', String(counts!.firings)),
    plain(
      '  all is processed after a turn without rules',
      `${median(without.drains).toFixed(0)} ms`,
    ),
    plain(
      '  all is processed and followed with rules',
      `${median(withRules.drains).toFixed(0)} ms`,
    ),
  ]
}

/** Posts payloads of several messages at a steady rate. Returns how long each waited for its 200, in ms. */
async function post(
  product: InboundProduct,
  { account, customers }: BenchNumber,
  turn: { perSecond: number; seconds: number },
): Promise<number[]> {
  return atRate(turn, async (index) => {
    const values = Array.from({ length: MESSAGES }, (_, place) => {
      const at = index * MESSAGES + place
      const text = at % 100 === 0 ? 'My refund is late' : 'Is the red one back in stock?'
      return textFrom(customers[at % customers.length]!, text, { id: wamid() })
    })
    const body = toBody(account, ...values)
    const startedAt = performance.now()
    await product.post(body)
    return performance.now() - startedAt
  })
}

/** Counts the events that a received message records, by a short turn. */
async function countEvents(product: InboundProduct, number: BenchNumber): Promise<number> {
  const read = async () => {
    const [row] = await product.database.rows<{ events: number; messages: number }>(
      `select event_position::int as events,
         (select count(*)::int from messages where workspace_id = $1) as messages
       from workspace_counters where workspace_id = $1`,
      [number.scope.workspaceId],
    )
    return row!
  }
  const before = await read()
  await post(product, number, { perSecond: 20, seconds: 1 })
  const isDone = async () => (await read()).messages - before.messages === 20 * MESSAGES
  await waitFor(isDone, { timeoutMs: 30_000, what: 'the messages' })
  const after = await read()
  return (after.events - before.events) / (after.messages - before.messages)
}

/** Waits until the messages are stored, and the rules have acted on their events. */
async function untilFollowed({ database }: InboundProduct, { workspaceId }: Scope): Promise<void> {
  const isDone = async () => {
    const [row] = await database.rows<{ is_done: boolean }>(
      `select not exists (select from inbound_payloads where processed_at is null)
         and not exists (
           select from followers join workspace_counters as counters using (workspace_id)
           where workspace_id = $1 and followers.position < counters.event_position
         ) as is_done`,
      [workspaceId],
    )
    return row!.is_done
  }
  await waitFor(isDone, { timeoutMs: 120_000, what: 'the rules' })
}

async function switchRules(scope: Scope, ids: string[], isOn: boolean): Promise<void> {
  for (const id of ids) await updateRule(scope, id, { is_on: isOn })
}

/** Creates rules as a workspace has them: for one channel or another, for words, for fields, for a state that lasts. */
async function createRules({ scope, channelId }: BenchNumber, count: number): Promise<string[]> {
  const tag = await createTag(scope, { name: 'late', color: 'red' })
  const other = await createTestChannel(scope)
  const tagIt: Action[] = [{ type: 'add_tags', tag_ids: [tag.id] }]
  const kinds: { trigger: Trigger; conditions: Condition[]; actions: Action[] }[] = [
    {
      trigger: { on: 'message_received' },
      conditions: [{ field: 'channel_id', operator: 'is', values: [other.id] }],
      actions: tagIt,
    },
    {
      trigger: { on: 'message_received' },
      conditions: [
        { field: 'channel_id', operator: 'is', values: [channelId] },
        { field: 'text', operator: 'contains', values: ['invoice', 'warranty', 'broken'] },
      ],
      actions: tagIt,
    },
    {
      trigger: { on: 'conversation_updated', by: ['member'], changed: ['status'] },
      conditions: [{ field: 'status', operator: 'is', values: ['closed'] }],
      actions: tagIt,
    },
    {
      trigger: { on: 'waiting', after_minutes: 60 },
      conditions: [{ field: 'assignee_id', operator: 'is', values: ['none'] }],
      actions: tagIt,
    },
  ]
  const fires = {
    trigger: { on: 'message_received' as const },
    conditions: [{ field: 'text' as const, operator: 'contains' as const, values: ['refund'] }],
    actions: tagIt,
  }
  const ids: string[] = []
  for (let index = 0; index < count; index++) {
    const { conditions, ...rule } = index === 0 ? fires : kinds[index % kinds.length]!
    const made = await createRule(scope, {
      name: `Rule ${index}`,
      ...rule,
      conditions: { match: 'all', conditions },
    })
    ids.push(made.id)
  }
  return ids
}

async function killRules(options: BenchOptions): Promise<Figure[]> {
  const kills = numberOption(options, 'kills', 100)
  const waits = numberOption(options, 'waits', 600)
  const database = await openBenchDatabase()
  try {
    const { scope } = await createTestWorkspace(database.context)
    await createTestChannel(scope)
    const rule = await createRule(scope, {
      name: 'Waits',
      trigger: { on: 'message_received', after_minutes: 1 },
      conditions: { match: 'all', conditions: [] },
      actions: [{ type: 'note', text: 'Look at it' }],
    })
    await updateRule(scope, rule.id, { is_on: true })
    const due = new Map<string, number>()
    const read = () =>
      database.rows<{ chat_id: string; at: Date; notes: number }>(
        `select chat_id, created_at as at,
           (select count(*)::int from notes where workspace_id = $1 and notes.chat_id = firing.chat_id) as notes
         from rule_firings as firing where workspace_id = $1`,
        [scope.workspaceId],
      )
    await killFollowers(
      { kind: 'rules', url: database.url, kills },
      async (seconds) => {
        await plantChats(database, scope.workspaceId, waits)
        for (const row of await plantWaits(database, scope.workspaceId, rule.id, {
          seconds,
          count: waits,
        }))
          due.set(row.chat_id, row.due_at.getTime())
      },
      () =>
        waitFor(async () => (await read()).length >= waits, {
          timeoutMs: 60_000,
          what: 'every firing',
        }),
    )
    const rows = await read()
    const late = rows.map(({ chat_id: id, at }) => at.getTime() - due.get(id)!)
    return [
      plain(`rules that waited, ${kills} kills`, String(rows.length)),
      atMost('  fired more than once', rows.filter(({ notes }) => notes > 1).length, 0),
      atMost('  without effect', rows.filter(({ notes }) => notes === 0).length, 0),
      atMost('  missing', waits - rows.length, 0),
      atMost('  before their time', late.filter((ms) => ms < 0).length, 0),
      plain('  late, p50', `${quantile(late, 0.5).toFixed(0)} ms`),
      plain('  late, p99', `${quantile(late, 0.99).toFixed(0)} ms`),
      atMost('  late, at most', Math.max(...late), LATE_MS, ' ms'),
    ]
  } finally {
    await database.close()
  }
}

/** Plants a wait of a rule for each conversation, due in the next `seconds`. Returns when each is due. */
async function plantWaits(
  { rows }: BenchDatabase,
  workspaceId: string,
  ruleId: string,
  { seconds, count }: { seconds: number; count: number },
): Promise<{ chat_id: string; due_at: Date }[]> {
  const moment = {
    position: 1,
    at: Date.now(),
    events: ['message_received'],
    by: 'person',
    chain: [],
    changed: [],
    message_id: newId(),
    ticket: null,
  }
  const planted = await rows<{ chat_id: string; due_at: Date }>(
    `insert into rule_timers (workspace_id, rule_id, chat_id, episode, state, due_at, moment)
     select $1, $2, id, 'event:1', null,
       date_trunc('milliseconds', now()) + interval '2 seconds'
         + (row_number() over ()) * $3::float / $4::float * interval '1 second',
       $5::jsonb
     from chats where workspace_id = $1
     returning chat_id, due_at`,
    [workspaceId, ruleId, seconds, count, JSON.stringify(moment)],
  )
  await rows('update followers set due_at = now() where workspace_id = $1', [workspaceId])
  return planted
}
