import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { createClient } from '#db/pool.ts'
import { testPhone } from '../factories.ts'
import { openTempDir, startServer } from '../processes.ts'
import { textPayload } from '../outside.ts'
import { waitFor } from '../wait-for.ts'
import { startProduct } from './product.ts'

const MESSAGES = 10_000

const product = await startProduct(async (url) => ({
  DATABASE_URL: url,
  DATA_DIR: await openTempDir(),
}))
const { api, admin, env, workspaceId } = product
let { server } = product

/** Kills the server, and starts it again. */
async function restart(): Promise<void> {
  await server.end('SIGKILL')
  server = await startServer(env, ['--only', 'api,ingest,worker', '--json'])
}

async function query<T extends object>(text: string, values: unknown[]): Promise<T[]> {
  const client = createClient(product.tenantsUrl, 'parley test')
  await client.connect()
  try {
    return (await client.query<T>(text, values)).rows
  } finally {
    await client.end()
  }
}

/** Creates a contact with a conversation of many messages. Returns its id. */
async function createBusyContact(): Promise<string> {
  const phone = testPhone()
  await product.postSigned(
    textPayload(product.phoneNumberId, [
      { id: `wamid.first${phone}`, from: phone.slice(1), name: 'Busy', text: 'Hello 0' },
    ]),
  )
  const contact = await waitFor(async () => {
    const { body } = await api(`GET /api/v1/contacts?phone_e164=${encodeURIComponent(phone)}`)
    return body.data[0] as { id: string } | undefined
  })
  await query(
    `insert into messages (workspace_id, id, chat_id, person_id, channel_id, direction, type, text, status, author_type,
       platform_message_id, created_at)
     select workspace_id, gen_random_uuid(), chat_id, person_id, channel_id, direction, type, 'Hello ' || n, status,
       author_type, platform_message_id || n, created_at - n * interval '1 second'
     from messages, generate_series(1, ${MESSAGES - 1}) as n where workspace_id = $1 and person_id = $2`,
    [workspaceId, contact.id],
  )
  return contact.id
}

describe('a server that is killed', () => {
  after(() => server.end())

  test('an export of a contact that is killed contains every message once', async () => {
    const id = await createBusyContact()
    const requested = await api(`POST /api/v1/contacts/${id}/data-export`, { body: {} })
    assert.equal(requested.status, 202, requested.text)
    const read = async () => (await api(`GET /api/v1/data-exports/${requested.body.id}`)).body
    const seen = await waitFor(async () => {
      const found = await read()
      return found.counts.messages > 0 ? found : undefined
    })
    assert.equal(seen.status, 'running', 'it is killed in the middle')
    await restart()
    const { counts } = await waitFor(
      async () => {
        const found = await read()
        return found.status === 'completed' ? found : undefined
      },
      { timeoutMs: 60_000, what: 'the end of the export' },
    )
    assert.equal(counts.messages, MESSAGES)
    const archive = await fetch(
      `http://localhost:${env['PORT']}/api/v1/data-exports/${requested.body.id}/download`,
      { headers: { authorization: `Bearer ${product.key}` } },
    )
    assert.equal(archive.status, 200)
    const text = gunzipSync(Buffer.from(await archive.arrayBuffer())).toString()
    const texts = [...text.matchAll(/"text":"(Hello \d+)"/g)].map(([, found]) => found)
    const expected = new Set(Array.from({ length: MESSAGES }, (_, index) => `Hello ${index}`))
    assert.deepEqual(new Set(texts), expected)
  })

  test('an erasure of a contact that is killed leaves nothing, and certifies each row once', async () => {
    const id = await createBusyContact()
    const requested = await api(`DELETE /api/v1/contacts/${id}`)
    assert.equal(requested.status, 202, requested.text)
    const read = async () => (await admin(`GET /api/v1/erasures/${requested.body.id}`)).body
    const seen = await waitFor(async () => {
      const found = await read()
      return found.removed.messages > 0 ? found : undefined
    })
    assert.equal(seen.status, 'running', 'it is killed in the middle')
    await restart()
    const { removed } = await waitFor(
      async () => {
        const found = await read()
        return found.status === 'completed' ? found : undefined
      },
      { timeoutMs: 60_000, what: 'the end of the erasure' },
    )
    assert.equal(removed.messages, MESSAGES)
    for (const table of ['people', 'chats', 'messages', 'identities', 'events']) {
      const [row] = await query<{ left: string }>(
        `select count(*) as left from ${table} as t where workspace_id = $1 and to_jsonb(t)::text like '%' || $2 || '%'`,
        [workspaceId, id],
      )
      // The event that tells other systems of the erasure has the contact's id, and nothing else of it.
      assert.equal(Number(row!.left), table === 'events' ? 1 : 0, table)
    }
  })
})
