import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { releaseHeldReplies } from '#inbox/held-replies/release-held-replies.ts'
import { systemScope } from '#db/context.ts'
import { updateTable } from '#db/select-from.ts'
import { newId } from '#lib/ids.ts'
import type { Action } from '#shared/rule-parts.ts'
import { openTestApi } from '#test/app.ts'
import { createTestBot } from '#test/bots.ts'
import { openTestContext } from '#test/context.ts'
import { rowsOf } from '#test/inbound.ts'
import { openTestRules } from '#test/rules.ts'
import type { TestRules } from '#test/rules.ts'
import { signInTestMember } from '#test/session.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)

let rules: TestRules
let agent: Awaited<ReturnType<typeof signInTestMember>>

beforeEach(async () => {
  rules = await openTestRules(context, call)
  agent = await signInTestMember(call, rules.scope, 'agent')
  await rules.receive('Hello')
})

const byAgent = (request: string, body?: object) =>
  call(request, { headers: agent.headers, ...(body && { body }) })

async function run(actions: Action[], more: object = {}): Promise<string> {
  const macro = await byAgent('POST /api/v1/macros', { name: newId(), actions, is_own: true })
  assert.equal(macro.status, 201, macro.text)
  const { id } = await chat()
  const answer = await byAgent(`POST /api/v1/macros/${macro.body.id}/run`, {
    conversation_ids: [id],
    ...more,
  })
  assert.equal(answer.status, 200, answer.text)
  return answer.body.id
}

const undo = (id: string) => byAgent(`POST /api/v1/macro-runs/${id}/undo`)
const chat = async () =>
  (await byAgent('GET /api/v1/chats?status=open,closed,snoozed')).body.data[0]
const thread = async () => {
  const { id } = await chat()
  return (await byAgent(`GET /api/v1/chats/${id}/thread`)).body.data as any[]
}
const release = (ms: number) => {
  const at = Date.now() + ms
  const then = { ...context, clock: { now: () => new Date(at) } }
  return releaseHeldReplies(systemScope(then, rules.scope.workspaceId))
}

describe('undoing the run of a macro', () => {
  test('restores the conversation and the contact, and leaves no trace in the thread', async () => {
    await rules.ask('POST /api/v1/custom-fields', { key: 'plan', label: 'Plan', type: 'text' })
    const kept = await rules.ask('POST /api/v1/tags', { name: 'kept', color: 'blue' })
    const bot = await createTestBot(rules.scope)
    const before = await chat()
    await byAgent(`PATCH /api/v1/chats/${before.id}`, { tag_ids: [kept.body.id], priority: 'low' })
    const former = await chat()
    const shown = await thread()
    const id = await run([
      { type: 'set_team', team_id: rules.teamId },
      { type: 'hand_over', bot_id: bot.id },
      { type: 'assign', member_id: rules.member },
      { type: 'add_tags', tag_ids: [rules.tagId] },
      { type: 'remove_tags', tag_ids: [kept.body.id] },
      { type: 'set_priority', priority: 'urgent' },
      { type: 'set_field', key: 'plan', value: 'gold' },
      { type: 'note', text: 'Look at the order' },
      { type: 'snooze', minutes: 60 },
    ])
    const during = await chat()
    assert.deepEqual([during.status, during.priority], ['snoozed', 'urgent'])
    const answer = await undo(id)
    assert.deepEqual([answer.status, answer.body.kept], [200, []], answer.text)
    const parts = ({ status, assignee_id, team_id, priority, tags, snoozed_until }: any) => ({
      status,
      assignee_id,
      team_id,
      priority,
      tags: tags.map((tag: any) => tag.id),
      snoozed_until,
    })
    assert.deepEqual(parts(await chat()), parts(former))
    const { body: contact } = await byAgent(`GET /api/v1/contacts/${former.person.id}`)
    assert.equal(contact.fields.plan ?? null, null)
    const texts = (await thread()).filter((each) => each.kind === 'note' && !each.deleted_at)
    assert.deepEqual(texts, [])
    const left = (await thread()).filter(
      ({ kind, type }) => kind === 'change' && !['assigned', 'handed_over'].includes(type),
    )
    assert.deepEqual(
      left.map((each) => each.type),
      shown.filter(({ kind }) => kind === 'change').map((each) => each.type),
    )
    const again = await undo(id)
    assert.deepEqual([again.status, again.body.code], [404, 'macro_run_not_found'])
  })

  test('takes a message back that is held, and the close with it', async () => {
    const actions: Action[] = [
      { type: 'reply', text: 'Bye' },
      { type: 'set_status', status: 'closed' },
    ]
    const id = await run(actions, { hold_seconds: 10 })
    assert.equal((await rowsOf(rules.scope, 'held_replies')).length, 1)
    const answer = await undo(id)
    assert.deepEqual([answer.status, answer.body.kept], [200, []], answer.text)
    await release(11_000)
    const messages = await rowsOf(rules.scope, 'messages')
    assert.deepEqual(
      messages.map((each) => each.direction),
      ['inbound'],
    )
    assert.equal((await chat()).status, 'open')
  })

  test('says what it cannot undo: what is sent, a ticket, a webhook', async () => {
    const actions: Action[] = [
      { type: 'reply', text: 'Bye' },
      { type: 'create_ticket', title: 'Late order' },
      { type: 'webhook', label: 'Late' },
      { type: 'set_status', status: 'closed' },
    ]
    const held = await run(actions, { hold_seconds: 5 })
    assert.equal((await chat()).status, 'open')
    await release(6_000)
    assert.equal((await chat()).status, 'closed')
    const answer = await undo(held)
    assert.deepEqual(answer.body.kept.toSorted(), ['create_ticket', 'reply', 'webhook'])
    const atOnce = await run([{ type: 'reply', text: 'Bye' }])
    assert.deepEqual((await undo(atOnce)).body.kept, ['reply'])
  })

  test('keeps what somebody changed since', async () => {
    const id = await run([
      { type: 'set_team', team_id: rules.teamId },
      { type: 'set_priority', priority: 'urgent' },
    ])
    const { id: chatId } = await chat()
    await rules.ask(`PATCH /api/v1/chats/${chatId}`, { priority: 'low' })
    assert.equal((await undo(id)).status, 200)
    const now = await chat()
    assert.deepEqual([now.team_id, now.priority], [null, 'low'])
  })

  test('is for the one who ran it, for a minute', async () => {
    const id = await run([{ type: 'set_priority', priority: 'urgent' }])
    const other = await signInTestMember(call, rules.scope, 'admin')
    const path = `POST /api/v1/macro-runs/${id}/undo`
    const refused = await call(path, { headers: other.headers })
    assert.deepEqual([refused.status, refused.body.code], [404, 'macro_run_not_found'])
    await updateTable(rules.scope, 'macro_runs')
      .set({ created_at: new Date(Date.now() - 61_000) })
      .execute()
    assert.equal((await undo(id)).status, 404)
    assert.equal((await chat()).priority, 'urgent')
  })

  test('needs a signed-in member to hold messages', async () => {
    const { id: chatId } = await chat()
    const macro = await rules.ask('POST /api/v1/macros', {
      name: 'Reply',
      actions: [{ type: 'reply', text: 'Bye' }],
    })
    const refused = await rules.ask(`POST /api/v1/macros/${macro.body.id}/run`, {
      conversation_ids: [chatId],
      hold_seconds: 5,
    })
    assert.deepEqual([refused.status, refused.body.errors[0].field], [422, 'hold_seconds'])
  })
})
