import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { startProduct } from '#test/acceptance/product.ts'
import { testPhone } from '#test/factories.ts'
import { openTempDir } from '#test/processes.ts'
import { waitFor } from '#test/wait-for.ts'
import { ROOT } from '../../../client/generator/read-description.ts'
import { packNodeRed } from '../../../client/packing/pack-node-red.ts'
import { installPacked } from '../tools/install-packed.ts'
import { startRuntime } from './runtime.ts'
import type { RunningNode, Runtime } from './runtime.ts'

const SOURCE = join(ROOT, 'integrations/node-red')
const { api, env, key: apiKey } = await startProduct()
const folder = await openTempDir()
const installed = join(folder, 'node_modules/@parley/node-red-parley')
let runtime: Runtime
let files: string[]

before(async () => {
  await installPacked(await packNodeRed(SOURCE, await readFile(join(ROOT, 'LICENSE'))), folder)
  files = await readdir(installed, { recursive: true })
  const names = ['parley-config', 'parley-in', 'parley-out']
  runtime = await startRuntime(names.map((name) => join(installed, 'nodes', `${name}.js`)))
  const url = `http://127.0.0.1:${env['PORT']}`
  runtime.start('parley-config', { id: 'server', url, credentials: { apiKey } })
})
after(() => runtime?.close())

const startOut = (config: object = {}): RunningNode =>
  runtime.start('parley-out', { id: crypto.randomUUID(), server: 'server', ...config })

async function listEndpoints(): Promise<{ id: string; url: string; events: string[] }[]> {
  return (await api('GET /api/v1/webhooks?limit=100')).body.data
}

test('the package has the nodes with their editors, and the bundled client', () => {
  for (const name of ['parley-config', 'parley-in', 'parley-out'])
    assert.ok(files.includes(`nodes/${name}.js`) && files.includes(`nodes/${name}.html`), name)
  assert.ok(files.includes('dist/client.js'))
})

describe('parley out', () => {
  test('calls the chosen operation with the payload, or the one of the message', async () => {
    const node = startOut({ operation: 'contacts.createContact' })
    const payload = { name: 'Flow', phone_e164: testPhone() }
    const created = await runtime.send(node, { payload, kept: 1 })
    assert.deepEqual([created.payload.name, created.kept], ['Flow', 1])
    const msg = { operation: 'contacts.getContact', payload: { id: created.payload.id } }
    assert.equal((await runtime.send(node, msg)).payload.id, created.payload.id)
    assert.ok(runtime.listOperations().includes('messages.sendMessage'))
  })

  test('returns one page, or the items of all pages', async () => {
    const create = startOut({ operation: 'contacts.createContact' })
    for (const number of [1, 2, 3])
      await runtime.send(create, { payload: { name: `Paged ${number}`, phone_e164: testPhone() } })
    const config = { operation: 'contacts.listContacts' }
    const msg = { payload: { q: 'Paged', limit: 2 } }
    assert.equal((await runtime.send(startOut(config), msg)).payload.data.length, 2)
    const all = await runtime.send(startOut({ ...config, all: true }), msg)
    assert.equal(all.payload.length, 3)
  })

  test('a repeated key creates nothing twice', async () => {
    const node = startOut({ operation: 'contacts.createContact' })
    const payload = { name: 'Key', phone_e164: testPhone() }
    const msg = { payload, idempotencyKey: crypto.randomUUID() }
    const first = await runtime.send(node, { ...msg })
    assert.deepEqual((await runtime.send(node, { ...msg })).payload, first.payload)
  })

  test('an error has the problem with its code, and an unknown operation is refused', async () => {
    const node = startOut({ operation: 'contacts.createContact' })
    const msg: any = { payload: { phone_e164: 'no number' } }
    await assert.rejects(runtime.send(node, msg))
    assert.equal(msg.problem.status, 422)
    assert.match(msg.problem.code, /^(invalid_phone|validation_failed)$/)
    assert.equal(node.statuses.at(-1)!.fill, 'red')
    for (const operation of ['contacts.noSuch', 'constructor.name', 'events.streamEvents', ''])
      await assert.rejects(runtime.send(startOut({ operation }), { payload: {} }), /no operation/)
    await assert.rejects(runtime.send(startOut({ server: 'none' }), {}), /Choose a Parley/)
  })
})

describe('parley in', () => {
  const start = (id: string, events = ['contact.created']): any => {
    const publicUrl = `${runtime.url}/`
    return runtime.start('parley-in', { id, server: 'server', publicUrl, events })
  }
  const isRegistered = (node: RunningNode) =>
    waitFor(() => node.statuses.at(-1)?.text === 'registered', { what: 'the registration' })

  test('registers its webhook, sends verified events, and removes it with the node', async () => {
    const others = (await listEndpoints()).length
    const node = start('in-1')
    await isRegistered(node)
    const [endpoint] = (await listEndpoints()).filter(({ url }) => url.endsWith('/in-1'))
    assert.equal(endpoint!.url, `${runtime.url}/flows/parley/in-1`)
    const out = startOut({ operation: 'contacts.createContact' })
    const { payload } = await runtime.send(out, {
      payload: { name: 'In', phone_e164: testPhone() },
    })
    const msg = await waitFor(() => node.sent[0], { what: 'the event' })
    assert.deepEqual([msg.topic, msg.payload.data.id], ['contact.created', payload.id])

    const body = JSON.stringify(msg.payload)
    const headers = { 'x-service-signature': `t=${Math.floor(Date.now() / 1000)},v1=00` }
    const forged = await fetch(endpoint!.url, { method: 'POST', body, headers })
    assert.equal(forged.status, 401)
    assert.equal(node.sent.length, 1)

    await runtime.stop(node, true)
    assert.equal((await listEndpoints()).length, others)
    assert.equal((await fetch(endpoint!.url, { method: 'POST', body })).status, 404)
  })

  test('a restart keeps the endpoint and delivers what happened meanwhile', async () => {
    const first = start('in-2')
    await isRegistered(first)
    const [endpoint] = (await listEndpoints()).filter(({ url }) => url.endsWith('/in-2'))
    await runtime.stop(first, false)
    const phone_e164 = testPhone()
    await api('POST /api/v1/contacts', { body: { name: 'Meanwhile', phone_e164 } })
    const second = start('in-2', ['contact.created', 'ticket.created'])
    await isRegistered(second)
    const [kept] = (await listEndpoints()).filter(({ url }) => url.endsWith('/in-2'))
    assert.equal(kept!.id, endpoint!.id)
    assert.deepEqual(kept!.events, ['contact.created', 'ticket.created'])
    const msg = await waitFor(() => second.sent[0], { what: 'the event' })
    assert.equal(msg.payload.data.phone_e164, phone_e164)
    await runtime.stop(second, true)
  })

  test('an endpoint that an earlier Node-RED left is replaced', async () => {
    const url = `${runtime.url}/flows/parley/in-3`
    const left = await api('POST /api/v1/webhooks', { body: { url, events: ['message.sent'] } })
    assert.equal(left.status, 201)
    const node = start('in-3')
    await isRegistered(node)
    const found = (await listEndpoints()).filter((each) => each.url === url)
    assert.equal(found.length, 1)
    assert.notEqual(found[0]!.id, left.body.id)
    await runtime.stop(node, true)
  })

  test('a refused registration is shown at the node', async () => {
    const node = start('in-4', ['no.such'])
    await waitFor(() => node.errors.length > 0, { what: 'the error' })
    assert.equal(node.statuses.at(-1).text, 'validation_failed')
    await runtime.stop(node, true)
  })
})
