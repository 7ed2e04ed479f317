import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { ThreadItem } from '#client/generated/models.ts'
import { newId } from '#lib/ids.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestChat, createTestKey, createTestWorkspace } from '#test/factories.ts'

const opened = await openTestContext()
let now = Date.parse('2026-11-20T10:00:00Z')
const context = { ...opened.context, clock: { now: () => new Date(now) } }
const { call } = await openTestApi(context)
const { scope } = await createTestWorkspace(context)
const key = await createTestKey(scope, ['*'])
const chat = await createTestChat(scope)
const all: string[] = []

async function ask(method: string, path: string, body?: object) {
  const answer = await call(`${method} /api/v1${path}`, { key, ...(body && { body }) })
  assert.ok(answer.status < 300, answer.text)
  return answer.body
}

const read = (query = '', chatId = chat.id) => ask('GET', `/chats/${chatId}/thread?${query}`)
const ids = (page: { data: { id: string }[] }) => page.data.map((item) => item.id)

before(async () => {
  for (let index = 0; index < 24; index++) {
    // Some items have the same time, so the id decides.
    if (index % 3 > 0) now += 1000
    const kind = index % 4
    if (kind < 2)
      await ask('POST', '/messages/send', { conversation_id: chat.id, message: `m${index}` })
    else if (kind === 2) await ask('POST', `/chats/${chat.id}/notes`, { text: `n${index}` })
    else {
      const status = index % 8 === 3 ? 'snoozed' : 'closed'
      const snoozed_until = new Date(now + 3_600_000).toISOString()
      await ask('PATCH', `/chats/${chat.id}`, {
        status,
        ...(status === 'snoozed' && { snoozed_until }),
      })
    }
  }
  await createTestChat(scope)
  all.push(...ids(await read('limit=100')))
})

describe('a thread', () => {
  test('holds messages, notes and changes in one order, the oldest first', async () => {
    const { data, before_cursor, after_cursor } = await read('limit=100')
    assert.equal(data.length, 24)
    assert.deepEqual([before_cursor, after_cursor], [null, null])
    const kinds = data.map((item: ThreadItem) => item.kind)
    assert.deepEqual(
      ['message', 'note', 'change'].map((kind) => kinds.filter((k: string) => k === kind).length),
      [12, 6, 6],
    )
    const keys = data.map((item: ThreadItem) => `${item.created_at} ${item.id}`)
    assert.deepEqual(keys, keys.toSorted())
  })

  test('is read backwards from its end in pages of any size, each item once', async () => {
    for (const limit of [1, 5, 24]) {
      const seen: string[] = []
      for (let query = ''; ;) {
        const page = await read(`limit=${limit}${query}`)
        seen.unshift(...ids(page))
        if (page.before_cursor === null) break
        query = `&before=${page.before_cursor}`
      }
      assert.deepEqual(seen, all, `limit ${limit}`)
    }
  })

  test('is read forwards from any item, by its id or by a cursor', async () => {
    const page = await read(`limit=5&after=${all[3]}`)
    assert.deepEqual(ids(page), all.slice(4, 9))
    assert.deepEqual(ids(await read(`limit=5&after=${page.after_cursor}`)), all.slice(9, 14))
    assert.deepEqual(ids(await read(`limit=5&before=${page.before_cursor}`)), all.slice(0, 4))
    const end = await read(`limit=5&after=${all[18]}`)
    assert.deepEqual([ids(end), end.after_cursor], [all.slice(19), null])
    assert.deepEqual((await read(`after=${all.at(-1)}`)).data, [])
  })

  test('is shown around an item, and goes on from there both ways without a hole', async () => {
    for (const index of [0, 1, 11, 22, 23]) {
      const page = await read(`limit=6&around=${all[index]}`)
      const at = all.indexOf(ids(page)[0]!)
      assert.ok(ids(page).includes(all[index]!))
      assert.deepEqual(ids(page), all.slice(at, at + ids(page).length))
      const earlier = page.before_cursor ? ids(await read(`before=${page.before_cursor}`)) : []
      const later = page.after_cursor ? ids(await read(`after=${page.after_cursor}`)) : []
      assert.deepEqual([...earlier, ...ids(page), ...later], all, `around ${index}`)
    }
  })

  test('shows of an answered message what it said', async () => {
    const own = await createTestChat(scope)
    const first = await ask('POST', '/messages/send', {
      conversation_id: own.id,
      message: 'Which?',
    })
    await ask('POST', '/messages/send', {
      conversation_id: own.id,
      message: 'This',
      reply_to: first.id,
    })
    const { data } = await read('', own.id)
    assert.equal(data[0].reply_preview, null)
    assert.deepEqual(data[1].reply_preview, {
      id: first.id,
      direction: 'outbound',
      type: 'text',
      text: 'Which?',
    })
  })

  test('refuses a place that is not in it', async () => {
    const other = await createTestChat(scope)
    const strange = await ask('POST', `/chats/${other.id}/notes`, { text: 'elsewhere' })
    for (const [query, status] of [
      [`around=${newId()}`, 404],
      ['around=nonsense', 404],
      [`before=${strange.id}`, 404],
      [`after=${newId()}`, 404],
      ['before=nonsense', 400],
      [`before=${all[1]}&after=${all[2]}`, 422],
      ['limit=0', 422],
      ['limit=101', 422],
    ] as const) {
      const answer = await call(`GET /api/v1/chats/${chat.id}/thread?${query}`, { key })
      assert.equal(answer.status, status, `${query} ${answer.text}`)
    }
  })
})
