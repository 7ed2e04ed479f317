import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ACTOR_TYPES } from '#shared/actors.ts'
import type { Condition, StoredMiss, Trigger } from '#shared/rule-parts.ts'
import { RULE_CHANGES, RULE_EVENTS, RULE_REPEATS, RULE_TIMERS } from '#shared/rules.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createRandom } from '#test/create-random.ts'
import { newWaId, rowsOf } from '#test/inbound.ts'
import { openTestRules, readPositions } from '#test/rules.ts'
import type { TestRules } from '#test/rules.ts'
import { systemScope } from '#db/context.ts'
import { followRules } from './follow-rules.ts'

const SETS = 4
const RULES = 20
const BURSTS = 25
const CUSTOMERS = 3
const MINUTE = 60_000

const opened = await openTestContext()
let time = Date.now()
const context = { ...opened.context, clock: { now: () => new Date(time) } }
const { call } = await openTestApi(context)

type Random = ReturnType<typeof createRandom>

/** Returns a rule at random. Its action changes nothing that a rule looks at. */
function toRule(random: Random, { teamId, tagId, member }: TestRules) {
  const one = <T>(of: readonly T[]): T => of[random(of.length)]!
  const some = <T>(of: readonly T[]) => of.filter(() => random(2) === 0)
  const is = (): 'is' | 'is_not' => one(['is', 'is_not'])
  const kinds: (() => Condition)[] = [
    () => ({ field: 'status', operator: is(), values: [one(['open', 'closed', 'snoozed'])] }),
    () => ({ field: 'team_id', operator: is(), values: [one(['none', teamId])] }),
    () => ({ field: 'assignee_id', operator: is(), values: [one(['none', member])] }),
    () => ({ field: 'tag_id', operator: is(), values: [one(['none', tagId])] }),
    () => ({ field: 'priority', operator: is(), values: [one(['none', 'high'])] }),
    () => ({ field: 'held_by', operator: is(), values: [one(['member', 'team', 'nobody'])] }),
    () => ({ field: 'waiting', operator: 'is', values: [one(['true', 'false'])] }),
    () => ({ field: 'text', operator: one(['contains', 'contains_none']), values: ['order'] }),
    () => ({ field: 'nth_message', operator: one(['at_least', 'at_most']), values: ['2'] }),
  ]
  const conditions = kinds.filter(() => random(6) === 0).map((create) => create())
  const on = one([...RULE_EVENTS, ...RULE_TIMERS])
  const isTimer = RULE_TIMERS.some((each) => each === on)
  const isDelayed = isTimer || random(4) === 0
  const trigger: Trigger = {
    on,
    ...(!isTimer && { by: [one(ACTOR_TYPES), 'person', 'api_key'] }),
    ...(on === 'conversation_updated' && { changed: some(RULE_CHANGES) }),
    ...(isDelayed && { after_minutes: 1 + random(30) }),
  }
  // A message that is read later has no place among the others.
  const kept = conditions.filter(({ field }) => !isDelayed || field !== 'nth_message')
  return {
    trigger: { ...trigger, ...(trigger.by && { by: [...new Set(trigger.by)] }) },
    conditions: kept,
    actions: [{ type: 'webhook' as const, label: 'Fired' }],
    repeat: one(RULE_REPEATS),
  }
}

/** Does something at random with the conversation of a customer. */
async function act(random: Random, rules: TestRules, customer: string): Promise<void> {
  const { ask, teamId, tagId, member } = rules
  const { body } = await ask(`GET /api/v1/chats?status=open,closed,snoozed&q=${customer}`)
  const [chat] = body.data
  if (!chat || random(3) === 0) {
    await rules.receive(random(2) ? 'Where is my order?' : 'Hello', customer)
    return
  }
  const changes = [
    { team_id: random(2) ? teamId : null },
    { assignee_id: random(2) ? member : null },
    { tag_ids: random(2) ? [tagId] : [] },
    { priority: random(2) ? 'high' : null },
    { status: random(2) ? 'open' : 'closed' },
    { snoozed_until: new Date(time + 600 * MINUTE).toISOString() },
  ]
  const about = { conversation_id: chat.id }
  const requests: [string, object][] = [
    ...changes.map((each): [string, object] => [`PATCH /api/v1/chats/${chat.id}`, each]),
    ['POST /api/v1/messages/send', { ...about, message: 'It is on its way' }],
    [`POST /api/v1/chats/${chat.id}/notes`, { text: 'Look at the order' }],
    ['POST /api/v1/tickets', { ...about, person_id: chat.person.id, title: 'Late' }],
  ]
  const [request, input] = requests[random(requests.length)]!
  const answer = await ask(request, input)
  assert.ok(answer.status < 300, `${request} ${answer.text}`)
}

/** Lets time pass, with a turn whenever something is due. */
async function pass(rules: TestRules, ms: number): Promise<void> {
  const end = time + ms
  for (;;) {
    const dueAt = await rules.turn()
    if (!dueAt || dueAt.getTime() > end) break
    time = Math.max(time, dueAt.getTime())
  }
  time = end
}

describe('a trial', () => {
  for (let seed = 1; seed <= SETS; seed++)
    test(`says what ${RULES} random rules did on the same events (${seed})`, async () => {
      const random = createRandom(seed)
      const rules = await openTestRules(context, call)
      const ids: string[] = []
      while (ids.length < RULES) ids.push(await rules.create(toRule(random, rules)))
      const customers = Array.from({ length: CUSTOMERS }, newWaId)
      for (let burst = 0; burst < BURSTS; burst++) {
        const [first, count] = [random(CUSTOMERS), 1 + random(CUSTOMERS)]
        // Different conversations, and more than a minute between bursts: an undo within a minute leaves no trace that a trial could find.
        for (let index = 0; index < count; index++) {
          time += 10
          await act(random, rules, customers[(first + index) % CUSTOMERS]!)
        }
        await pass(rules, (2 + random(15)) * MINUTE)
      }
      await pass(rules, 0)
      const checks = await rowsOf(rules.scope, 'rule_checks')
      let firings = 0
      for (const id of ids) {
        const { body: rule } = await rules.ask(`GET /api/v1/rules/${id}`)
        const { body: trial } = await rules.ask(`GET /api/v1/rules/${id}/trial`)
        const done = await rules.ask(`GET /api/v1/rules/${id}/firings?limit=100`)
        const misses = checks
          .flatMap((row) => row.misses as StoredMiss[])
          .filter((each) => each.rule_id === id)
        const live = {
          firings: done.body.data.length,
          in: [...new Set(done.body.data.map((each: any) => each.conversation_id))].toSorted(),
          misses: Object.fromEntries(
            [...Map.groupBy(misses, ({ miss }) => miss)].map(([miss, all]) => [miss, all.length]),
          ),
        }
        const tried = {
          firings: trial.firings,
          in: trial.conversation_ids.toSorted(),
          misses: trial.misses,
        }
        assert.deepEqual(tried, live, JSON.stringify(rule))
        firings += live.firings
      }
      assert.ok(firings > RULES / 2, `${firings} firings`)
    })
})

describe('rules that wait', () => {
  test('fire once and never early, however the clock jumps and turns are repeated', async () => {
    const random = createRandom(7)
    const rules = await openTestRules(context, call)
    const delayed = await rules.create({
      trigger: { on: 'message_received', after_minutes: 30 },
      actions: [{ type: 'note', text: 'Delayed' }],
    })
    const waiting = await rules.create({
      trigger: { on: 'waiting', after_minutes: 20 },
      actions: [{ type: 'note', text: 'Waits' }],
    })
    const first = time
    let before = await readPositions(rules.scope)
    const customers = Array.from({ length: 10 }, newWaId)
    for (const customer of customers) {
      await rules.receive('Hello', customer)
      // Up to an hour to and fro.
      time = first + (random(120) - 60) * MINUTE
      const repeated = random(2) === 0 ? before : await readPositions(rules.scope)
      const system = systemScope(context, rules.scope.workspaceId)
      await Promise.all([
        followRules(system, repeated, () => false),
        followRules(system, repeated, () => false),
      ])
      before = await readPositions(rules.scope)
      await rules.turn()
    }
    time = first + 300 * MINUTE
    await rules.turn()
    await rules.turn()
    const firings = await rowsOf(rules.scope, 'rule_firings')
    const messages = await rowsOf(rules.scope, 'messages')
    for (const [id, minutes] of [
      [delayed, 30],
      [waiting, 20],
    ] as const) {
      const own = firings.filter((each) => each.rule_id === id)
      assert.deepEqual([own.length, new Set(own.map((each) => each.chat_id)).size], [10, 10])
      for (const each of own) {
        const message = messages.find(({ chat_id }) => chat_id === each.chat_id)!
        assert.ok(each.created_at.getTime() >= message.created_at.getTime() + minutes * MINUTE)
      }
    }
    const notes = await rowsOf(rules.scope, 'notes')
    assert.equal(notes.length, 20)
  })
})
