import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#lib/ids.ts'
import { createEndpoint } from '#webhooks/create-endpoint.ts'
import { createEndpointPoll } from '#webhooks/delivering/create-endpoint-poll.ts'
import { claimLanes } from '#lanes/claim-lanes.ts'
import { payloadOf, textFrom, wamid } from '#platforms/fixtures/payload-of.ts'
import { openTestApi } from './app.ts'
import { openTestContext } from './context.ts'
import { createTestKey } from './factories.ts'
import { newWaId, openInbound } from './inbound.ts'
import { plantWorkspaces } from './plant-workspaces.ts'
import {
  countBlocks,
  countRows,
  explainStatements,
  findGenericScans,
  findLargeLookUps,
  findLargeReads,
  isWrite,
} from './statements/explain-statements.ts'
import type { Executed } from './statements/explain-statements.ts'

const LARGE = 50_000
const SMALL = 10_000
/** The tables that the hot paths use most; also those of which a workspace has few rows. */
const TABLES = [
  'channels',
  'chats',
  'messages',
  'people',
  'tags',
  'webhook_deliveries',
  'webhook_endpoints',
] as const
/** PostgreSQL plans a statement for all values at its sixth call. */
const CALLS = 8
/** Most blocks that a look-up reads, besides one for each row. */
const LOOK_UP = 10

test('beside 10,000 small workspaces and a large one, the work of a workspace reads as much as without the small ones', async () => {
  let executions: Executed[] = []
  const { context, url } = await openTestContext({}, async (database, pool) => {
    await plantWorkspaces(database, { large: LARGE, tables: TABLES })
    executions = await explainStatements(database, pool)
  })
  const { call } = await openTestApi(context)
  const { open } = openInbound(context)

  /** Does the work of a new workspace and returns the plans of its statements. */
  async function work(): Promise<Executed[]> {
    const first = executions.length
    const { scope, workspaceId, account, receive } = await open()
    const key = await createTestKey(scope, ['*'])
    const { id: endpointId } = await createEndpoint(scope, { url: 'https://hooks.example.com/all' })
    const { poll } = createEndpointPoll(context)
    const post = async (path: string, body: object) => {
      const answer = await call(`POST /api/v1/${path}`, {
        key,
        body,
        headers: { 'idempotency-key': newId() },
      })
      assert.equal(answer.status, 201, answer.text)
      return answer.body
    }
    const get = async (path: string) => {
      const answer = await call(`GET /api/v1/${path}`, { key })
      assert.equal(answer.status, 200, answer.text)
      return answer.body
    }
    for (let number = 0; number < CALLS; number++) {
      await receive(payloadOf(account, textFrom(newWaId(), `Question ${number}`, { id: wamid() })))
      const { data } = await get('chats?limit=25')
      const { id: conversation_id, person } = data[0]
      await post('messages/send', { conversation_id, message: `Answer ${number}` })
      await post('contacts', { name: `Contact ${number}`, email: `contact-${number}@example.com` })
      await post('tickets', { person_id: person.id, title: `Ticket ${number}` })
      const { id: tag } = await post('tags', { name: `Tag ${number}` })
      await call(`PATCH /api/v1/chats/${conversation_id}`, {
        key,
        body: { status: 'closed', tag_ids: [tag] },
      })
      await get(`chats/${conversation_id}/messages`)
      await get('webhooks')
      await claimLanes(context, [{ kind: 'webhook', count: 10, leaseMs: 1_000 }])
      await poll({ workspaceId, endpointId, except: [], started: 0 })
    }
    return executions.slice(first)
  }

  const alone = leastBlocks((await work()).filter(isOwnWrite))
  await plantWorkspaces(url, { small: SMALL, tables: TABLES })
  const beside = await work()
  const grown = [...leastBlocks(beside.filter(isOwnWrite))].flatMap(([key, blocks]) => {
    const before = alone.get(key)
    const isMore = before !== undefined && blocks > Math.max(LOOK_UP, 1.2 * before)
    return isMore ? [`${blocks} instead of ${before} blocks, rows: ${key}`] : []
  })
  assert.deepEqual(grown, [])
  assert.deepEqual(findLargeLookUps(beside, LOOK_UP), [])
  assert.deepEqual(findLargeReads(beside, SMALL / 10), [])
  assert.deepEqual(await findGenericScans(url, beside, SMALL), [])
})

/** Returns whether a statement writes for one workspace: the log of requests is written for all of a process, as many as there are by then. */
function isOwnWrite(execution: Executed): boolean {
  return isWrite(execution) && !execution.text.includes('/* across workspaces')
}

/** Returns the least number of blocks that the executions of each statement read, by the number of rows that they returned or wrote. */
function leastBlocks(executed: Executed[]): Map<string, number> {
  const least = new Map<string, number>()
  for (const execution of executed) {
    const key = `${countRows(execution)} ${execution.text}`
    least.set(key, Math.min(countBlocks(execution), least.get(key) ?? Infinity))
  }
  return least
}
