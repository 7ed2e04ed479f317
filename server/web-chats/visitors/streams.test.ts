import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { openTestStream } from '#test/event-streams.ts'
import type { TestStream } from '#test/event-streams.ts'
import { createTestKey } from '#test/factories.ts'
import { rowsOf } from '#test/inbound.ts'
import { signInTestMember } from '#test/session.ts'
import { waitFor } from '#test/wait-for.ts'
import { watchQueries } from '#test/watch-queries.ts'
import { openWebChats, SITE } from '#test/web-chats.ts'
import { createIngest } from '#ingest.ts'

const { context: given } = await openTestContext()
/** Counts the searches for changes of a conversation, of which each visitor who may have one costs one. */
let searches = 0
const context = {
  ...given,
  db: watchQueries(given.db, (query) => {
    if (query.includes('strpos(events.body')) searches++
  }),
}
const { app, open } = openWebChats(context)
const { call: callApi, app: api } = await openTestApi(context)
const url = await app.listen({ host: '127.0.0.1', port: 0 })

/** Opens a web chat whose visitors can open streams, and whose agent can reply. */
async function openStreams() {
  const opened = await open()
  const { scope, chat, start, write, work, send } = opened
  const key = await createTestKey(scope, ['messages:write'])
  const listen = (token: string, options: { query?: string; last?: string; at?: string } = {}) =>
    openTestStream(
      options.at ?? url,
      { authorization: `Bearer ${token}`, origin: SITE },
      { path: `/chat/${chat.public_id}/stream`, ...options },
    )
  /** Starts a visitor with a conversation. */
  const begin = async (text: string) => {
    const token = await start()
    await write(token, text)
    await work()
    const { id } = (await rowsOf(scope, 'chats')).at(-1)
    const reply = async (message: string) => {
      const body = { conversation_id: id, message }
      assert.equal((await callApi('POST /api/v1/messages/send', { key, body })).status, 201)
      await send()
    }
    const type = async () => {
      const { status, body } = await callApi(`POST /api/v1/chats/${id}/typing`, { key })
      assert.deepEqual([status, body.told, body.error], [200, true, null])
    }
    return { id, token, reply, type }
  }
  return { ...opened, listen, begin }
}

/** Returns the texts of a stream. A message that changes while it is read comes again, as it is then. */
function textsOf({ frames }: TestStream): unknown[] {
  const messages = frames.flatMap(({ event, data }) =>
    event === 'message' ? [JSON.parse(data!)] : [],
  )
  return [...new Map(messages.map(({ id, text }) => [id, text])).values()]
}

function lastCursor({ frames }: TestStream): string {
  return frames.findLast(({ id }) => id !== undefined)!.id!
}

describe('the stream of a visitor', () => {
  test('brings the messages of its own conversation, and of no other', async () => {
    const { listen, begin } = await openStreams()
    const [one, two] = [await begin('One'), await begin('Two')]
    const streams = [await listen(one.token), await listen(one.token), await listen(two.token)]
    await waitFor(() => streams.every(({ frames }) => frames.length > 0))
    await one.reply('For one')
    await waitFor(() => streams.slice(0, 2).every((stream) => textsOf(stream).length > 0))
    await two.reply('For two')
    await waitFor(() => textsOf(streams[2]!).length > 0)
    assert.deepEqual(streams.map(textsOf), [['For one'], ['For one'], ['For two']])
  })

  test('costs no query for the conversations of others', async () => {
    const { listen, begin } = await openStreams()
    const visitors = [await begin('One'), await begin('Two'), await begin('Three')]
    const streams = await Promise.all(visitors.map(({ token }) => listen(token)))
    await waitFor(() => streams.every(({ frames }) => frames.length > 0))
    await visitors[0]!.reply('First')
    await waitFor(() => textsOf(streams[0]!).length === 1)
    searches = 0
    for (const text of ['Second', 'Third', 'Fourth']) {
      const known = textsOf(streams[0]!).length
      await visitors[0]!.reply(text)
      await waitFor(() => textsOf(streams[0]!).length > known)
    }
    // A message changes when it is queued and when it is sent, which may be read together; the first one may still be read.
    assert.ok(searches >= 3 && searches <= 8, `${searches} searches`)
    assert.deepEqual(streams.slice(1).map(textsOf), [[], []])
  })

  test('resumes at its cursor without a gap, also on another server', async () => {
    const { listen, begin, read } = await openStreams()
    const { token, reply } = await begin('Hello')
    const { cursor } = await read(token)
    await reply('First')
    const stream = await listen(token, { query: `?after=${cursor}` })
    await waitFor(() => textsOf(stream).length === 1)
    const last = lastCursor(stream)
    stream.close()
    await reply('Second')
    await reply('Third')
    const other = createIngest(context)
    after(() => other.close())
    const at = await other.listen({ host: '127.0.0.1', port: 0 })
    const resumed = await listen(token, { last, at })
    await waitFor(() => textsOf(resumed).length === 2)
    assert.deepEqual(textsOf(resumed), ['Second', 'Third'])
    await reply('Fourth')
    await waitFor(() => textsOf(resumed).length === 3)
  })

  test('begins before the first message, and has it as soon as it is recorded', async () => {
    const { listen, start, write, work } = await openStreams()
    const token = await start()
    const stream = await listen(token)
    await waitFor(() => stream.frames.length > 0)
    await write(token, 'Hello')
    await work()
    await waitFor(() => textsOf(stream).length === 1)
  })

  test('is limited per session, and refused to other sites', async () => {
    const { listen, start, chat } = await openStreams()
    const token = await start()
    const streams = await Promise.all(Array.from({ length: 7 }, () => listen(token)))
    assert.deepEqual(
      streams.map(({ answer }) => answer.status).toSorted(),
      [200, 200, 200, 200, 200, 200, 429],
    )
    streams[0]!.close()
    streams[1]!.close()
    await waitFor(async () => (await listen(token)).answer.status === 200)
    const elsewhere = await fetch(`${url}/chat/${chat.public_id}/stream`, {
      headers: { authorization: `Bearer ${token}`, origin: 'https://evil.example' },
    })
    assert.equal(elsewhere.status, 403)
  })

  test('ends when the server stops', async () => {
    const { listen, start } = await openStreams()
    const own = createIngest(context)
    const at = await own.listen({ host: '127.0.0.1', port: 0 })
    const stream = await listen(await start(), { at })
    await waitFor(() => stream.frames.length > 0)
    await own.close()
    await waitFor(() => !stream.isOpen())
  })

  test('says that an agent types, to the visitor of the conversation and to no other', async () => {
    const { listen, begin } = await openStreams()
    const [one, two] = [await begin('One'), await begin('Two')]
    const streams = [await listen(one.token), await listen(two.token)]
    const isTyping = ({ frames }: TestStream) => frames.some(({ event }) => event === 'typing')
    // A stream listens once its connection exists, so the signal is repeated until it arrives.
    await waitFor(async () => {
      await one.type()
      return isTyping(streams[0]!)
    })
    await two.reply('For two')
    await waitFor(() => textsOf(streams[1]!).length > 0)
    assert.equal(isTyping(streams[1]!), false)
  })
})

test('agents see that a visitor types, and no other workspace does', async () => {
  const opened = await openStreams()
  const { scope, call: visit, begin, start } = opened
  const { id, token } = await begin('One')
  const stranger = await openStreams()
  const apiUrl = await api.listen({ host: '127.0.0.1', port: 0 })
  const follow = async (workspace: typeof scope) => {
    const { headers } = await signInTestMember(callApi, workspace)
    return openTestStream(apiUrl, headers, { path: '/api/app/live' })
  }
  const [ours, theirs] = [await follow(scope), await follow(stranger.scope)]
  const signals = ({ frames }: TestStream) =>
    frames.flatMap(({ event, data }) => (event === 'typing' ? [JSON.parse(data!)] : []))
  const report = async (who: string, is_typing: boolean) =>
    (await visit('POST /typing', { token: who, body: { is_typing } })).status
  await waitFor(async () => {
    assert.equal(await report(token, true), 204)
    return signals(ours).length > 0
  })
  assert.deepEqual(signals(ours)[0], { conversation_id: id, is_typing: true })
  assert.equal(await report(await start(), true), 204, 'without a conversation')
  await waitFor(async () => {
    await report(token, false)
    return signals(ours).some((signal) => !signal.is_typing)
  })
  assert.deepEqual(signals(theirs), [])
  assert.equal(await report('wcv_none', true), 401)
})
