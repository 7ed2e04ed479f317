import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { pino } from 'pino'
import { createApi } from '#api.ts'
import { createIngest } from '#ingest.ts'
import { openTestContext } from '#test/context.ts'
import { createTestKey, createTestWorkspace } from '#test/factories.ts'

const opened = await openTestContext()
const lines: Record<string, unknown>[] = []
const write = (chunk: Buffer, _encoding: string, done: () => void) => {
  lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>)
  done()
}
const log = pino({ level: 'info', base: null }, new Writable({ write }))
const on = { ...opened.context, log, config: { ...opened.context.config, accessLog: true } }

test('the access log names the request, its caller and its result, and nothing personal or secret', async () => {
  const api = await createApi(on)
  const { scope, workspaceId } = await createTestWorkspace(on)
  const authorization = `Bearer ${await createTestKey(scope, ['*'])}`
  const { headers } = await api.inject({
    url: '/api/v1/contacts?q=%2B919000000001',
    headers: { authorization },
  })
  await api.inject({ url: '/api/v1/contacts/asha@acme.example', headers: { authorization } })
  const ingest = createIngest(on)
  await ingest.inject({ method: 'POST', url: '/webhook/form/frm_secret1234', payload: 'a=b' })
  for (const url of ['/webhook/form/frm_secret1234/', '/webhook/form/%66rm_secret1234'])
    await ingest.inject({ method: 'POST', url, payload: 'a=b' })
  await api.inject({ url: '/media/frm_secret1234/x' })
  const [first, second, third] = lines.filter((line) => line['msg'] === 'request')
  const {
    level: _level,
    time: _time,
    msg: _msg,
    duration_ms: durationMs,
    actor_id,
    ...rest
  } = first!
  assert.ok(Number(durationMs) > 0 && typeof actor_id === 'string')
  assert.deepEqual(rest, {
    request_id: headers['x-request-id'],
    method: 'GET',
    path: '/api/v1/contacts',
    route: '/api/v1/contacts',
    status: 200,
    address: '127.0.0.1',
    workspace_id: workspaceId,
    actor_type: 'api_key',
  })
  assert.deepEqual([second!['path'], second!['status']], ['/api/v1/contacts/…', 404])
  assert.ok(second!['code'])
  assert.equal(third!['path'], '/webhook/form/…')
  assert.doesNotMatch(JSON.stringify(lines), /acme\.example|9000000001|frm_secret|sk_live/)
  await Promise.all([api.close(), ingest.close()])
})

test('without the setting there is no access log', async () => {
  lines.length = 0
  const api = await createApi({ ...on, config: { ...on.config, accessLog: false } })
  await api.inject({ url: '/api/v1/contacts' })
  assert.deepEqual(lines, [])
  await api.close()
})
