import assert from 'node:assert/strict'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { after, test } from 'node:test'
import { createClient } from '#db/pool.ts'
import { createCall } from '../call.ts'
import { testPhone } from '../factories.ts'
import { textPayload } from '../outside.ts'
import { findPorts, startServer } from '../processes.ts'
import type { Program } from '../processes.ts'
import { waitFor } from '../wait-for.ts'
import { startProduct } from './product.ts'

const HOUR = 3_600_000
const product = await startProduct()
const { api, env, key, phoneNumberId, postSigned } = product
const shift = pathToFileURL(join(import.meta.dirname, '../shifted-clock.ts')).href
const programs: Program[] = []
after(() => Promise.all(programs.map((program) => program.end())))

async function start(only: string, shiftMs = 0, port = env['PORT']!): Promise<Program> {
  const shifted = { NODE_OPTIONS: `--import=${shift}`, CLOCK_SHIFT_MS: String(shiftMs) }
  const all = { ...env, PORT: port, ...(shiftMs !== 0 && shifted) }
  const program = await startServer(all, ['--only', only, '--json'])
  programs.push(program)
  return program
}

async function send(chatId: string, message: string, call = api): Promise<string> {
  const { status, body, text } = await call('POST /api/v1/messages/send', {
    body: { conversation_id: chatId, message },
  })
  assert.equal(status, 201, text)
  return body.id
}

const read = async (id: string) => (await api(`GET /api/v1/messages/${id}`)).body

const isSent = (id: string) =>
  waitFor(async () => ['sent', 'delivered', 'read'].includes((await read(id)).status), {
    what: `message ${id} to be sent`,
  })

async function update(statement: string, values: unknown[]): Promise<void> {
  const client = createClient(product.tenantsUrl, 'parley test')
  await client.connect()
  try {
    assert.equal((await client.query(statement, values)).rowCount, 1)
  } finally {
    await client.end()
  }
}

/** Opens a conversation with a message that the worker processes. */
async function openChat(): Promise<{ id: string }> {
  const phone = testPhone()
  const message = { id: `wamid.c.${phone}`, from: phone.slice(1), name: 'Noor', text: 'Hello' }
  await postSigned(textPayload(phoneNumberId, [message]))
  return waitFor(
    async () => (await api(`GET /api/v1/chats?q=${encodeURIComponent(phone)}`)).body.data[0],
    { what: 'the message to be processed' },
  )
}

test('a lone worker whose clock is an hour off holds nothing back and sends nothing early', async () => {
  await product.server.end()
  await start('api,ingest')
  const behind = await start('worker', -HOUR)
  const [chat, other] = [await openChat(), await openChat()]
  await isSent(await send(chat.id, 'On time'))
  await behind.end()
  await behind.isRead
  assert.match(behind.stdout() + behind.stderr(), /the clock of this machine differs/)

  const later = await send(other.id, 'In half an hour')
  const due = await send(chat.id, 'Now')
  await update(
    `update messages set send_due_at = now() + interval '30 minutes'
      where workspace_id = $1 and id = $2`,
    [product.workspaceId, later],
  )
  await start('worker', HOUR)
  await isSent(due)
  assert.equal((await read(later)).status, 'queued')
  const created = Date.parse((await read(due)).created_at)
  const sent = Date.parse((await read(due)).sent_at)
  assert.ok(Math.abs(sent - created) < HOUR / 2, 'the time of sending is not an hour ahead')
})

test('messages of processes whose clocks differ are sent in the order in which they were created', async () => {
  const chat = await openChat()
  await Promise.all(programs.splice(0).map((program) => program.end()))
  const [port, otherPort] = (await findPorts(2)).map(String) as [string, string]
  await start('api', HOUR, port)
  await start('api', 0, otherPort)
  const ids: string[] = []
  for (const each of [port, otherPort, port]) {
    const call = createCall(`http://127.0.0.1:${each}`, { authorization: `Bearer ${key}` })
    ids.push(await send(chat.id, `From ${each}`, call))
  }
  // They are sent in the order of their ids.
  assert.deepEqual(ids, ids.toSorted())
})
