import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { startProduct } from '#test/acceptance/product.ts'
import type { Product } from '#test/acceptance/product.ts'
import { openTempDir } from '#test/processes.ts'
import { waitFor } from '#test/wait-for.ts'
import { readDescription, ROOT } from '../../../client/generator/read-description.ts'
import { packN8n } from '../../../client/packing/pack-n8n.ts'
import { buildNode } from './build-node.ts'
import { installPacked, runCommand } from '../tools/install-packed.ts'
import { onlyInReleaseCheck } from '#test/only-in-release-check.ts'
import { measureReplies } from '../tools/measure-replies.ts'
import { findTool } from '../tools/tools.ts'
import { startN8n } from './start-n8n.ts'
import type { N8n } from './start-n8n.ts'

const skip = onlyInReleaseCheck('automation')

describe('the real n8n', { skip }, () => {
  if (skip) return
  const starting = startProduct()
  const opening = openTempDir()
  let product: Product
  let folder: string
  let node: string
  let n8n: N8n
  let workflow: { id: string; versionId: string }

  before(async () => {
    product = await starting
    folder = await opening
    node = await buildNode()
    const source = join(ROOT, 'integrations/n8n')
    await installPacked(await packN8n(source, readDescription()), join(folder, '.n8n/nodes'))
    n8n = await startN8n(findTool('n8n'), folder)
    workflow = await createWorkflow()
  })
  after(() => n8n?.end())

  test('has the nodes of the package', async () => {
    const names = ['parley', 'parleyTrigger']
    const nodeInfos = names.map((name) => ({ name: `n8n-nodes-parley.${name}`, version: 1 }))
    const types = (await n8n.call('POST /node-types', { nodeInfos })) as { name: string }[]
    assert.deepEqual(types.map(({ name }) => name).toSorted(), names)
  })

  test("the scan of n8n's registry has no remark about the sources and the package", async () => {
    const script = join(import.meta.dirname, 'scan-package.mjs')
    const packed = join(folder, '.n8n/nodes/node_modules/n8n-nodes-parley')
    await runCommand([process.execPath, script, findTool('scan'), node, packed])
  })

  test('an active workflow has one webhook, and an inactive one none, 100 times of 100', async () => {
    for (let round = 1; round <= 100; round++) {
      await activate()
      await waitForEndpoints(1)
      await deactivate()
      await waitForEndpoints(0)
    }
  })

  test('a workflow replies to the messages of a customer within a second', async (t) => {
    await activate()
    await waitForEndpoints(1)
    const { p50, p95, count } = await measureReplies(product, 50)
    t.diagnostic(`n8n: ${count} replies, p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`)
    assert.ok(p95 <= 1_000, `p95 ${p95} ms`)
  })

  test('a restart keeps the webhook, and the workflow replies again', async () => {
    const [endpoint] = await listEndpoints()
    await n8n.restart()
    await measureReplies(product, 1)
    assert.deepEqual(
      (await listEndpoints()).map(({ id }) => id),
      [endpoint!.id],
    )
    await deactivate()
    await waitForEndpoints(0)
  })

  async function createWorkflow(): Promise<{ id: string; versionId: string }> {
    const data = { baseUrl: `http://127.0.0.1:${product.env['PORT']}`, apiKey: product.key }
    const credential = { name: 'Parley', type: 'parleyApi', data }
    const { id } = await n8n.call('POST /credentials', credential)
    const credentials = { parleyApi: { id, name: 'Parley' } }
    const trigger = {
      id: crypto.randomUUID(),
      name: 'Received',
      type: 'n8n-nodes-parley.parleyTrigger',
      typeVersion: 1,
      position: [0, 0],
      webhookId: crypto.randomUUID(),
      parameters: { events: ['message.received'], filters: {} },
      credentials,
    }
    const message = '=Reply to {{ $json.data.text }}'
    const reply = {
      id: crypto.randomUUID(),
      name: 'Reply',
      type: 'n8n-nodes-parley.parley',
      typeVersion: 1,
      position: [200, 0],
      parameters: {
        resource: 'messages',
        operation: 'sendMessage',
        additionalFields: { conversation_id: '={{ $json.data.conversation_id }}', message },
      },
      credentials,
    }
    return n8n.call('POST /workflows', {
      name: 'Replies',
      nodes: [trigger, reply],
      connections: { Received: { main: [[{ node: 'Reply', type: 'main', index: 0 }]] } },
      settings: { executionOrder: 'v1' },
    })
  }

  async function activate(): Promise<void> {
    const { versionId } = workflow
    const { active } = await n8n.call(`POST /workflows/${workflow.id}/activate`, { versionId })
    assert.equal(active, true)
  }

  async function deactivate(): Promise<void> {
    const { active } = await n8n.call(`POST /workflows/${workflow.id}/deactivate`, {})
    assert.equal(active, false)
  }

  async function listEndpoints(): Promise<{ id: string; url: string }[]> {
    const { body } = await product.api('GET /api/v1/webhooks?limit=100')
    return (body.data as { id: string; url: string }[]).filter(({ url }) => url.startsWith(n8n.url))
  }

  // n8n answers before it has called the trigger.
  async function waitForEndpoints(count: number): Promise<void> {
    await waitFor(async () => (await listEndpoints()).length === count, {
      what: `${count} webhooks of n8n`,
    })
  }
})
