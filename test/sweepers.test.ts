import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '#db/pool.ts'
import { waitFor } from './wait-for.ts'
import { openTestContext } from './context.ts'
import { plantWorkspaces } from './plant-workspaces.ts'
import { countBlocks, explainStatements } from './statements/explain-statements.ts'
import type { Executed } from './statements/explain-statements.ts'
import { startWorker } from '../server/worker.ts'

const WORKSPACES = 5_000
/** What a sweeper looks at: nothing of it is due. */
const TABLES = [
  'channels',
  'imports',
  'inbound_payloads',
  'mails',
  'media_files',
  'member_availability',
  'messages',
  'notification_cursors',
  'notifications',
  'tickets',
  'webhook_deliveries',
  'webhook_endpoints',
  'webhook_replays',
  'workspace_counters',
] as const
/** The rows as they are in workspaces in use: enabled endpoints, connected channels, tickets that are due in some days. */
const IN_USE = [
  `update webhook_endpoints set status = 'enabled'`,
  `update workspace_counters set is_notifying = false`,
  `update channels set type = 'whatsapp', access_token = '\\x00', business_account = id::text,
     templates_due_at = now() + interval '1 hour'`,
  `update tickets set status = 'open', due_at = now() + interval '3 days', reminded_due_at = null`,
  `update member_availability set due_at = now() + interval '4 minutes'`,
  'vacuum analyze',
]
/** Most blocks of a sweeper that finds nothing: an entry or two of the index of each partition. */
const BLOCKS = 15

test('beside 5,000 workspaces without due work, no sweeper reads more than the first entries of its indexes', async () => {
  let executions: Executed[] = []
  const { context, url } = await openTestContext({}, async (database, pool) => {
    await plantWorkspaces(database, { small: WORKSPACES, tables: TABLES })
    const client = createClient(database, 'parley test')
    await client.connect()
    for (const statement of IN_USE) await client.query(statement)
    await client.end()
    executions = await explainStatements(database, pool, { ofSweepers: true })
  })
  const worker = await startWorker(context, { url })
  // A worker sweeps when it starts, and ends when it has looked for the work of each kind.
  await waitFor(() => executions.length > 0, { what: 'a sweeper' })
  await worker.stop()
  const kinds = new Set(executions.map(({ text }) => text))
  assert.ok(kinds.size >= 10, `${kinds.size} statements of sweepers`)
  const large = executions.filter((each) => countBlocks(each) > BLOCKS)
  assert.deepEqual(
    large.map((each) => `${countBlocks(each)} blocks: ${each.text}`),
    [],
  )
})
