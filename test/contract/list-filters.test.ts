import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createTestChat } from '#test/factories.ts'
import { assertProblem, openContract } from './open-contract.ts'

const { call, scope, key } = await openContract()

type Parameter = { name: string; in: string; $ref?: string; schema: { anyOf?: object[] } }

const { body: description } = await call('GET /openapi.json')
const lists = Object.entries(description.paths as Record<string, { get?: any }>).flatMap(
  ([path, { get }]) => {
    const parameters: Parameter[] = (get?.parameters ?? []).map((each: Parameter) =>
      each.$ref
        ? each.$ref
            .split('/')
            .slice(1)
            .reduce((part, name) => part[name], description)
        : each,
    )
    const query = parameters.filter((each) => each.in === 'query')
    return query.length > 0 ? [{ path: path.replace('{id}', 'ID'), query }] : []
  },
)

const ids = async (path: string): Promise<string[]> => {
  const { status, body, text } = await call(`GET ${path}`, { key })
  assert.equal(status, 200, `${path} ${text}`)
  return body.data.map((each: { id: string }) => each.id)
}

describe('the vocabulary of filters', () => {
  test('is the same on every list: times are compared, aliases agree, and bad times are named', async () => {
    const chat = await createTestChat(scope)
    const webhook = await call('POST /api/v1/webhooks', {
      key,
      body: { url: 'https://hooks.example.com/a' },
    })
    const ticket = await call('POST /api/v1/tickets', {
      key,
      body: { person_id: chat.personId, title: 'T' },
    })
    assert.equal(ticket.status, 201, ticket.text)
    const real = (path: string) => {
      const owners = { contacts: chat.personId, chats: chat.id, webhooks: webhook.body.id }
      return path.replace(
        'ID',
        Object.entries(owners).find(([name]) => path.includes(name))?.[1] ?? chat.id,
      )
    }
    const withTimes = lists.filter(
      ({ path, query }) =>
        query.some(({ name }) => name === 'created_after') &&
        !/csv|matches|stream|counts|developer/.test(path),
    )
    assert.ok(withTimes.length >= 6, withTimes.map(({ path }) => path).join())
    const [past, future] = ['2000-01-01T00:00:00%2B05:30', '2999-01-01T00:00:00Z']
    for (const { path: described, query } of withTimes) {
      const path = real(described)
      const all = await ids(path)
      assert.deepEqual(await ids(`${path}?created_after=${past}`), all, path)
      if (!path.includes('/events'))
        assert.deepEqual(await ids(`${path}?created_after=${future}`), [], path)
      const names = new Set(query.map(({ name }) => name))
      if (names.has('created_before')) {
        assert.deepEqual(await ids(`${path}?created_before=${future}`), all, path)
        assert.deepEqual(await ids(`${path}?created_before=${past}`), [], path)
      }
      if (names.has('updated_after'))
        assert.deepEqual(await ids(`${path}?updated_after=${future}`), [], path)
      assertProblem(
        await call(`GET ${path}?created_after=today`, { key }),
        422,
        'validation_failed',
        'created_after',
      )
    }
  })

  test('excludes the end of a time and includes its start', async () => {
    for (const path of ['/api/v1/chats', '/api/v1/contacts', '/api/v1/tickets']) {
      const { body } = await call(`GET ${path}?limit=1`, { key })
      const [{ id, created_at }] = body.data
      assert.ok((await ids(`${path}?created_after=${created_at}`)).includes(id), path)
      assert.ok(!(await ids(`${path}?created_before=${created_at}`)).includes(id), path)
    }
  })

  test('takes several values with commas and repeated, and is described as a list of them', async () => {
    const closed = await createTestChat(scope)
    const body = { status: 'closed' }
    await call(`PATCH /api/v1/chats/${closed.id}`, { key, body })
    const both = await ids('/api/v1/chats?status=open,closed')
    assert.ok(both.includes(closed.id) && both.length > 1)
    assert.deepEqual(await ids('/api/v1/chats?status=open&status=closed'), both)
    assert.deepEqual(await ids('/api/v1/chats?status=closed'), [closed.id])
    const bad = await call('GET /api/v1/chats?status=open&status=gone', { key })
    assertProblem(bad, 422, 'validation_failed', 'status')
    const { query } = lists.find(({ path }) => path === '/api/v1/chats')!
    const { schema } = query.find(({ name }) => name === 'status')!
    const items = { type: 'string', enum: ['open', 'snoozed', 'closed'] }
    assert.deepEqual(schema, { type: 'array', items })
    // A cursor belongs to the filters, however they are written.
    const first = await call('GET /api/v1/chats?limit=1&status=open&status=closed', { key })
    const cursor = first.body.next_cursor
    const second = await call(`GET /api/v1/chats?limit=1&status=open,closed&cursor=${cursor}`, {
      key,
    })
    assert.equal(second.status, 200, second.text)
  })

  test('keeps the names of earlier releases, and refuses one that contradicts', async () => {
    const [past, future] = ['2000-01-01T00:00:00Z', '2999-01-01T00:00:00Z']
    for (const [path, name, alias] of [
      ['/api/v1/chats', 'updated_after', 'updated_since'],
      ['/api/v1/tickets', 'updated_after', 'updated_since'],
      ['/api/v1/contacts', 'created_after', 'created_since'],
      ['/api/v1/contacts', 'created_before', 'created_until'],
      ['/api/v1/events', 'created_after', 'since'],
    ] as const) {
      for (const at of [past, future])
        assert.deepEqual(
          await ids(`${path}?${alias}=${at}`),
          await ids(`${path}?${name}=${at}`),
          path,
        )
      const answer = await call(`GET ${path}?${name}=${past}&${alias}=${future}`, { key })
      assertProblem(answer, 422, 'conflicting_fields', alias)
    }
    assert.deepEqual(
      await ids('/api/v1/events?type=ticket.created'),
      await ids('/api/v1/events?types=ticket.created'),
    )
  })
})
