import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createTestDatabase } from '../context.ts'
import { testPhone } from '../factories.ts'
import { textPayload } from '../outside.ts'
import { nodeCommand, runCommand, runJson, startProgram } from '../processes.ts'
import { waitFor } from '../wait-for.ts'
import { startProduct } from './product.ts'

type Status = { shards: { name: string; workspaces: number }[]; move: { state: string } | null }

const shard = await createTestDatabase({ template: 'template0' })
after(() => shard.drop())
const product = await startProduct(async (url) => {
  const added = await runJson<{ name: string; applied: string[] }>(
    ['shards', 'add', 'b', shard.url],
    { DATABASE_URL: url, SECRET_KEY: 'a7'.repeat(32) },
  )
  assert.equal(added.name, 'b')
  assert.ok(added.applied.length > 80)
  return { DATABASE_URL: url, DATABASE_SHARD_URLS: `b=${shard.url}` }
})
const { api, env, phoneNumberId, postSigned } = product
const { slug } = (await product.admin('GET /api/developer/workspace')).body

const readStatus = () => runJson<Status>(['shards', 'status'], env)

/** Starts to move the workspace and kills the command at the step whose line begins with `step`. */
async function killMove(to: string, step: string): Promise<void> {
  const move = ['shards', 'move-workspace', '--workspace', slug, '--to', to]
  const program = startProgram(nodeCommand('server/main.ts', ...move), env)
  await waitFor(() => program.stderr().includes(step), { what: `the step ${step}` })
  await program.end('SIGKILL')
}

test('a killed move is taken back or completed, and the workspace works all the time', async () => {
  const phone = testPhone()
  await postSigned(
    textPayload(phoneNumberId, [
      { id: 'wamid.m.1', from: phone.slice(1), name: 'Noor', text: 'Hi' },
    ]),
  )
  const chat = await waitFor(
    async () => (await api(`GET /api/v1/chats?q=${encodeURIComponent(phone)}`)).body.data[0],
  )
  const send = async (message: string) => {
    const { status, body, text } = await api('POST /api/v1/messages/send', {
      body: { conversation_id: chat.id, message },
    })
    assert.equal(status, 201, text)
    await waitFor(
      async () =>
        ['sent', 'delivered'].includes((await api(`GET /api/v1/messages/${body.id}`)).body.status),
      { what: `"${message}" to be sent` },
    )
  }
  await send('before')

  await killMove('b', 'Copied')
  await send('after a move that was killed')
  await waitFor(async () => (await readStatus()).move === null, {
    what: 'the move to be taken back',
  })
  const { shards } = await readStatus()
  assert.deepEqual(
    shards.map(({ name, workspaces }) => [name, workspaces]),
    [
      ['main', 1],
      ['b', 0],
    ],
  )

  await killMove('b', 'Switched')
  await send('after the switch')
  const status = await readStatus()
  assert.deepEqual([status.shards[1]!.workspaces, status.move!.state], [1, 'switched'])
  const thread = (await api(`GET /api/v1/chats/${chat.id}/messages`)).body.data
  assert.equal(thread.length, 4)
})

test('a shard that is in use, or has the name of another, is not added', async () => {
  const taken = await runCommand(['shards', 'add', 'b', shard.url], env)
  assert.match(taken.stderr, /There is a shard "b" already/)
  const used = await runCommand(['shards', 'add', 'c', env['DATABASE_URL']!], env)
  assert.match(used.stderr, /has workspaces of its own/)
  const unknown = ['shards', 'move-workspace', '--workspace', slug, '--to', 'd']
  assert.match((await runCommand(unknown, env)).stderr, /must be one of main, b/)
})
