import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { csvUpload } from '../csv-upload.ts'
import { startServer } from '../processes.ts'
import { waitFor } from '../wait-for.ts'
import { startProduct } from './product.ts'

const { api, server, env } = await startProduct()

const ROWS = 6_000
const file = `Name,Email\n${Array.from({ length: ROWS }, (_, index) => `P${index},p${index}@example.com\n`).join('')}`

test('an import whose server is killed goes on with the next one, and reads every row in once', async () => {
  const made = await api('POST /api/v1/imports', csvUpload(file))
  assert.equal(made.status, 201, made.text)
  const path = `/api/v1/imports/${made.body.id}`
  const until = (is: (shown: any) => boolean, what: string) =>
    waitFor(
      async () => {
        const shown = await api(`GET ${path}`).catch(() => undefined)
        return shown?.status === 200 && is(shown.body) ? shown.body : undefined
      },
      { timeoutMs: 60_000, what },
    )
  await api(`POST ${path}/check`, { body: {} })
  const checked = await until(({ status }) => status === 'checked', 'the end of the check')
  assert.deepEqual([checked.created_count, checked.rejected_count], [ROWS, 0])
  await api(`POST ${path}/start`, { body: {} })
  await until(({ done_count }) => done_count > 0, 'the first rows')
  await server.end('SIGKILL')
  const next = await startServer(env, ['--only', 'api,ingest,worker', '--json'])
  after(() => next.end())
  const before = await api(`GET ${path}`)
  assert.ok(before.body.done_count < ROWS, 'it was killed in the middle')
  const done = await until(({ status }) => status === 'completed', 'the end of the import')
  assert.deepEqual([done.done_count, done.created_count, done.matched_count], [ROWS, ROWS, 0])
  const emails = new Set<string>()
  let leads = 0
  for (let cursor = ''; ;) {
    const { body } = await api(`GET /api/v1/events?limit=100${cursor}`)
    for (const event of body.data)
      if (event.type === 'contact.created') {
        emails.add(event.data.email)
        leads += 1
      }
    if (body.data.length === 0) break
    cursor = `&after=${body.next_cursor}`
  }
  assert.equal(emails.size, ROWS)
  assert.equal(leads, ROWS, 'no row was read in twice')
})
