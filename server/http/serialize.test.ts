import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestChat, createTestKey, createTestWorkspace } from '#test/factories.ts'
import { serialize, shareText } from './serialize.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)

test('answers that share a list are written as if they had lists of their own', () => {
  const list = [{ text: 'Grüße "an" alle', at: new Date(0), none: null }, { text: undefined }]
  shareText(list)
  for (const others of [{}, { next_cursor: null }, { next_cursor: 'a', total: 7, no: undefined }])
    for (let count = 0; count < 2; count++)
      assert.equal(
        serialize({ data: list, ...others }),
        JSON.stringify({ data: structuredClone(list), ...others }),
      )
})

test('a shared list is written once', () => {
  let count = 0
  const list = [{ toJSON: () => ++count }]
  shareText(list)
  assert.deepEqual(
    [serialize({ data: list }), serialize({ data: list })],
    ['{"data":[1]}', '{"data":[1]}'],
  )
})

test('requests that share a list each get the cursor of their own filters', async () => {
  const { scope } = await createTestWorkspace(context)
  for (let count = 0; count < 3; count++) await createTestChat(scope)
  const key = await createTestKey(scope, ['*'])
  const paths = ['/api/v1/chats?limit=2', '/api/v1/chats?limit=2&status=open']
  const alone = new Map<string, unknown>()
  for (const path of paths) alone.set(path, (await call(`GET ${path}`, { key })).body)
  await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      const path = paths[index % 2]!
      const { status, body } = await call(`GET ${path}`, { key })
      assert.deepEqual([status, body], [200, alone.get(path)])
    }),
  )
})
