import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createSender } from '#messages/sending/create-sender.ts'
import { newWaId } from '#test/inbound.ts'
import { ratingLink } from '../rating-link.ts'
import { openCsat } from '#test/csat.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const {
  context,
  inbound,
  scope,
  channelId,
  skip,
  ask,
  configure,
  work,
  round,
  requestOf,
  sentBySystem,
  stateOf,
} = await openCsat()

describe('the link', () => {
  async function linked() {
    await configure({ way: 'link' })
    const id = await round(newWaId())
    await work()
    const [request] = await requestOf(id)
    const link = ratingLink(context, { workspaceId: scope().workspaceId, requestId: request.id })
    return { id, link, path: new URL(link).pathname }
  }
  const open = (path: string) => inbound.app.inject({ method: 'GET', url: path })
  const post = (path: string, fields: Record<string, string>) =>
    inbound.app.inject({
      method: 'POST',
      url: path,
      payload: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })

  test('is only in what leaves for the platform, never in what the workspace can read', async () => {
    const { id, link } = await linked()
    const [message] = await sentBySystem()
    const channel = await scope()
      .db.selectFrom('channels')
      .selectAll()
      .where('workspace_id', '=', scope().workspaceId)
      .where('id', '=', channelId())
      .executeTakeFirstOrThrow()
    const texts: (string | null)[] = []
    const clients = {
      of: () => ({
        send: async (_account: unknown, { text }: { text: string | null }) => {
          texts.push(text)
          return { kind: 'accepted', platformMessageId: 'x' }
        },
      }),
    }
    const send = createSender(scope(), channel, { clients, storage: {} } as any)
    await send({
      ...message,
      recipient: '91',
      is_group: false,
      reply_platform_id: null,
      retried_error_code: null,
    })
    assert.deepEqual(texts, [`How satisfied are you with our help?\n${link}`])
    for (const path of [
      `/api/v1/chats/${id}/messages`,
      `/api/v1/chats/${id}/thread`,
      '/api/v1/events',
    ])
      assert.doesNotMatch((await ask(`GET ${path}`)).text, /\/rate\//)
  })

  test('opening it records nothing and shows nothing of the conversation; a post is the answer', async () => {
    const { id, path } = await linked()
    const page = await open(path)
    assert.equal(page.statusCode, 200)
    assert.doesNotMatch(page.body, /parcel|arrives|Leela/)
    assert.match(String(page.headers['content-security-policy']), /default-src 'none'/)
    assert.equal((await requestOf(id))[0].state, 'asked')
    assert.equal((await post(path, { comment: 'no rating' })).statusCode, 422)
    const thanked = await post(path, { rating: '3', comment: '<b>slow</b>' })
    assert.equal(thanked.statusCode, 200)
    assert.doesNotMatch(thanked.body, /<b>slow/)
    const [request] = await requestOf(id)
    assert.deepEqual(
      [request.rating, request.comment, request.state],
      [3, '<b>slow</b>', 'answered'],
    )
    assert.equal((await stateOf(id)).status, 'closed')
    await work()
    assert.equal((await sentBySystem()).length, 1)
  })

  test('it can be changed for 15 minutes, and no more after that', async () => {
    const { id, path } = await linked()
    await post(path, { rating: '3' })
    skip(14 * MINUTE)
    assert.equal((await post(path, { rating: '4' })).statusCode, 200)
    skip(2 * MINUTE)
    assert.equal((await open(path)).statusCode, 409)
    assert.equal((await post(path, { rating: '1' })).statusCode, 409)
    assert.equal((await requestOf(id))[0].rating, 4)
  })

  test('it expires after 14 days, and a forged one is not found', async () => {
    const { id, path } = await linked()
    skip(14 * DAY + MINUTE)
    assert.equal((await open(path)).statusCode, 410)
    assert.equal((await post(path, { rating: '1' })).statusCode, 410)
    assert.equal((await requestOf(id))[0].rating, null)
    const token = path.split('/').at(-1)!
    const forged = `/rate/${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`
    for (const url of [forged, '/rate/x']) assert.equal((await open(url)).statusCode, 404)
  })

  test('a network that asks too often must wait', async () => {
    const { path } = await linked()
    const statuses = new Set<number>()
    for (let index = 0; index < 80; index++)
      statuses.add(
        (await inbound.app.inject({ method: 'GET', url: path, remoteAddress: '10.9.9.9' }))
          .statusCode,
      )
    assert.ok(statuses.has(429))
  })
})
