import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import { createApiKey } from '#account/keys/create-api-key.ts'
import { newId } from '#lib/ids.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestKey, createTestWorkspace } from '#test/factories.ts'
import { signInTestMember } from '#test/session.ts'
import { assertProblem } from './open-contract.ts'

const quotas = { endpoints: 2, keys: 2, forms: 2, streams: 2, storageMib: 1 }
const { context } = await openTestContext({ quotas })
const { app, call } = await openTestApi(context)

async function open() {
  const { scope } = await createTestWorkspace(context)
  const { headers } = await signInTestMember(call, scope)
  return { scope, headers }
}

/** The resources that a workspace can have two of in this test. */
const LIMITED = [
  ['webhooks', { url: 'https://example.com/hook' }],
  ['api-keys', { name: 'Key', scopes: ['chats:read'] }],
  ['forms', { name: 'Form' }],
] as const

describe('a quota of a workspace', () => {
  for (const [path, body] of LIMITED)
    test(`of ${path} holds, also for requests at the same moment, until one is removed`, async () => {
      const { headers } = await open()
      const create = () => call(`POST /api/developer/${path}`, { headers, body })
      const answers = await Promise.all(Array.from({ length: 5 }, create))
      const made = answers.filter(({ status }) => status === 201)
      assert.equal(made.length, 2, answers.map(({ text }) => text).join('\n'))
      for (const answer of answers)
        if (answer.status !== 201) assertProblem(answer, 409, 'quota_exceeded')
      const other = await open()
      const elsewhere = await call(`POST /api/developer/${path}`, { headers: other.headers, body })
      assert.equal(elsewhere.status, 201)
      const removed = await call(`DELETE /api/developer/${path}/${made[0]!.body.id}`, { headers })
      assert.ok(removed.status < 300, removed.text)
      assert.equal((await create()).status, 201)
    })

  test('holds for keys of the API, and for a key that replaces another one', async () => {
    const { scope, headers } = await open()
    const key = await createTestKey(scope, ['admin'])
    const create = () => call('POST /api/v1/webhooks', { key, body: LIMITED[0][1] })
    assert.deepEqual([(await create()).status, (await create()).status], [201, 201])
    assertProblem(await create(), 409, 'quota_exceeded')
    const second = await call('POST /api/developer/api-keys', { headers, body: LIMITED[1][1] })
    const rotate = `POST /api/developer/api-keys/${second.body.id}/rotate`
    assertProblem(await call(rotate, { headers, body: {} }), 409, 'quota_exceeded')
  })

  test('does not bind the operator', async () => {
    const { scope } = await open()
    for (let count = 0; count < 3; count++)
      assert.ok(await createApiKey(scope, { name: 'K', scopes: ['chats:read'] }))
  })

  test('of storage refuses the upload that exceeds it, and no other workspace', async () => {
    const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(600_000)])
    const head =
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\ncontent-type: image/png\r\n\r\n'
    const body = Buffer.concat([Buffer.from(head), png, Buffer.from('\r\n--x--\r\n')])
    const upload = (key: string) =>
      call('POST /api/v1/media', {
        key,
        body,
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
      })
    const { scope } = await open()
    const key = await createTestKey(scope, ['messages:write'])
    const pictured = (await open()).scope
    await pictured.directory
      .insertInto('pictures')
      .values({
        workspace_id: pictured.workspaceId,
        id: newId(),
        membership_id: null,
        size_bytes: 500_000,
        created_at: new Date(),
      })
      .execute()
    const full = await createTestKey(pictured, ['messages:write'])
    assertProblem(await upload(full), 409, 'quota_exceeded')
    assert.equal((await upload(key)).status, 201)
    assertProblem(await upload(key), 409, 'quota_exceeded')
    const other = await createTestKey((await open()).scope, ['messages:write'])
    assert.equal((await upload(other)).status, 201)

    // Without Content-Length, the size is known at the end.
    const chunked = async (key: string) => {
      const response = await app.inject({
        method: 'POST',
        url: '/api/v1/media',
        payload: Readable.from([body]),
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'multipart/form-data; boundary=x',
          'transfer-encoding': 'chunked',
        },
      })
      return [response.statusCode, response.json().code]
    }
    const third = await createTestKey((await open()).scope, ['messages:write'])
    assert.deepEqual(await chunked(third), [201, undefined])
    assert.deepEqual(await chunked(third), [409, 'quota_exceeded'])
  })
})
