import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { startProduct } from '#test/acceptance/product.ts'
import type { Product } from '#test/acceptance/product.ts'
import { findPorts, openTempDir, startProgram } from '#test/processes.ts'
import type { Program } from '#test/processes.ts'
import { waitFor } from '#test/wait-for.ts'
import { ROOT } from '../../../client/generator/read-description.ts'
import { packNodeRed } from '../../../client/packing/pack-node-red.ts'
import { installPacked } from '../tools/install-packed.ts'
import { onlyInReleaseCheck } from '#test/only-in-release-check.ts'
import { measureReplies } from '../tools/measure-replies.ts'
import { findTool } from '../tools/tools.ts'

const skip = onlyInReleaseCheck('automation')
const SOURCE = join(ROOT, 'integrations/node-red')
const SETTINGS = `module.exports = {
  uiHost: '127.0.0.1',
  httpAdminRoot: '/admin',
  httpNodeRoot: '/flows',
  credentialSecret: 'of a test',
  telemetry: { enabled: false, updateNotification: false },
  contextStorage: { default: { module: 'localfilesystem' } },
  logging: { console: { level: 'warn' } },
}`

describe('the real Node-RED', { skip }, () => {
  if (skip) return
  const starting = startProduct()
  let product: Product
  const opening = openTempDir()
  let folder: string
  let tool: string
  let url: string
  let nodeRed: Program

  before(async () => {
    product = await starting
    tool = findTool('nodeRed')
    folder = await opening
    await installPacked(await packNodeRed(SOURCE, await readFile(join(ROOT, 'LICENSE'))), folder)
    await writeFile(join(folder, 'settings.js'), SETTINGS)
    url = `http://127.0.0.1:${(await findPorts(1))[0]}`
    await start()
  })
  after(() => nodeRed?.end())

  test('has the nodes of the package, and lists the operations', async () => {
    const nodes = (await (await ask('/nodes')).json()) as { module: string; types: string[] }[]
    const own = nodes.filter(({ module }) => module === '@parley/node-red-parley')
    assert.deepEqual(own.flatMap(({ types }) => types).toSorted(), [
      'parley-config',
      'parley-in',
      'parley-out',
    ])
    const operations = (await (await ask('/parley/operations')).json()) as string[]
    assert.ok(operations.includes('messages.sendMessage'))
  })

  test('a deployed flow has its webhook, and one without the node has none, 100 times of 100', async () => {
    for (let round = 1; round <= 100; round++) {
      await deploy(['in', 'text', 'reply'])
      await waitForEndpoints(1)
      await deploy(['text', 'reply'])
      await waitForEndpoints(0)
    }
  })

  test('a flow replies to the messages of a customer within a second', async (t) => {
    await deploy(['in', 'text', 'reply'])
    await waitForEndpoints(1)
    const { p50, p95, count } = await measureReplies(product, 50)
    t.diagnostic(`Node-RED: ${count} replies, p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`)
    assert.ok(p95 <= 1_000, `p95 ${p95} ms`)
  })

  test('a restart keeps the webhook, and the flow replies again', async () => {
    const [endpoint] = await listEndpoints()
    await nodeRed.end()
    await start()
    await measureReplies(product, 1)
    assert.deepEqual(
      (await listEndpoints()).map(({ id }) => id),
      [endpoint!.id],
    )
  })

  test('deploying no flow removes the webhook', async () => {
    await deploy([])
    await waitForEndpoints(0)
  })

  async function start(): Promise<void> {
    const script = join(tool, 'node_modules/node-red/red.js')
    const { port } = new URL(url)
    nodeRed = startProgram([process.execPath, script, '--userDir', folder, '--port', port], {})
    await waitFor(
      async () => {
        if (!nodeRed.isRunning()) throw new Error(nodeRed.stderr() + nodeRed.stdout())
        return (await ask('/flows').catch(() => undefined))?.ok
      },
      { what: 'Node-RED', timeoutMs: 60_000 },
    )
  }

  function ask(path: string, request: RequestInit = {}): Promise<Response> {
    const headers = { accept: 'application/json', ...request.headers }
    return fetch(`${url}/admin${path}`, { ...request, headers })
  }

  /** Deploys a flow of these nodes: in → text → reply. */
  async function deploy(ids: string[]): Promise<void> {
    const apiUrl = `http://127.0.0.1:${product.env['PORT']}`
    const at = { z: 'tab', x: 100, y: 100 }
    const nodes: { id: string; [name: string]: unknown }[] = [
      { ...at, id: 'in', type: 'parley-in', server: 'server', publicUrl: url },
      { ...at, id: 'text', type: 'change' },
      { ...at, id: 'reply', type: 'parley-out', server: 'server', wires: [[]] },
    ]
    Object.assign(nodes[0]!, { events: ['message.received'], wires: [['text']] })
    const to = "'Reply to ' & payload.data.text"
    const rules = [
      { t: 'set', p: 'payload', pt: 'msg', to: to.replaceAll("'", '"'), tot: 'jsonata' },
    ]
    Object.assign(nodes[1]!, { rules, wires: [['reply']] })
    Object.assign(nodes[2]!, { operation: 'messages.sendMessage', all: false })
    const server = { id: 'server', type: 'parley-config', url: apiUrl }
    const credentials = { apiKey: product.key }
    const answer = await ask('/flows', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'node-red-deployment-type': 'full' },
      body: JSON.stringify([
        { id: 'tab', type: 'tab', label: 'Replies' },
        { ...server, credentials },
        ...nodes.filter(({ id }) => ids.includes(id)),
      ]),
    })
    assert.equal(answer.status, 204, await answer.text())
  }

  async function listEndpoints(): Promise<{ id: string; url: string }[]> {
    const { body } = await product.api('GET /api/v1/webhooks?limit=100')
    return (body.data as { id: string; url: string }[]).filter((each) => each.url.startsWith(url))
  }

  async function waitForEndpoints(count: number): Promise<void> {
    await waitFor(async () => (await listEndpoints()).length === count, {
      what: `${count} webhooks of Node-RED`,
    })
  }
})
