import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMediaStorage } from '#media/create-media-storage.ts'
import { ALL_TABLES } from '#db/tables.ts'
import { newId } from '#lib/ids.ts'
import { DROP_RULES, insertAnyRow } from '#test/any-row.ts'
import { openTestContext } from '#test/context.ts'
import { createTestWorkspace } from '#test/factories.ts'
import { openTempDir } from '#test/processes.ts'
import { query } from '#test/query.ts'
import { deleteWorkspace } from './delete-workspace.ts'
import { openMoveClient } from './move-client.ts'

const { context, url } = await openTestContext()

const COLUMNS = `select relname as table, json_agg(json_build_object('name', attname,
    'type', format_type(atttypid, atttypmod))) as columns
  from pg_attribute join pg_class on pg_class.oid = attrelid
  where relnamespace = current_schema()::regnamespace and attnum > 0 and not attisdropped and attgenerated = ''
    and relkind in ('r', 'p') and not relispartition
  group by relname having bool_or(attname = 'workspace_id')`

test('a deleted workspace leaves no row in any table and no file, and others lose nothing', async (t) => {
  const [mine, other] = [await createTestWorkspace(context), await createTestWorkspace(context)]
  const storage = createMediaStorage({ ...context.config, dataDir: await openTempDir() })
  async function* content() {
    yield Buffer.from('a file')
  }
  const client = await openMoveClient(url)
  t.after(client.close)
  await client.rows(DROP_RULES)
  const tables = await query<{ table: string; columns: { name: string; type: string }[] }>(
    url,
    COLUMNS,
  )
  const known = new Set(ALL_TABLES.map(({ name }) => String(name)))
  const filled = tables.filter(({ table }) => known.has(table) && table !== 'workspace_moves')
  assert.ok(filled.length > 80, String(filled.length))
  for (const { table, columns } of filled)
    for (const { workspaceId } of [mine, other]) {
      const given = {
        workspace_id: `'${workspaceId}'`,
        // A lease would be waited for, and one form of an installation can be open.
        ...(table === 'lanes' && { lease_until: 'null' }),
        ...(table === 'form_routes' && { is_open: 'false' }),
      }
      await client.rows(`${insertAnyRow({ name: table, columns }, given)} on conflict do nothing`)
    }
  for (const { workspaceId } of [mine, other])
    await storage.write(`${workspaceId}/${newId()}`, content())
  const countAll = async (workspaceId: string) => {
    const counts: [string, unknown][] = []
    for (const { table } of filled) {
      const statement = `select count(*)::int from "${table}" where workspace_id = $1`
      counts.push([table, (await client.rows(statement, [workspaceId]))[0]![0]])
    }
    return counts
  }
  const before = await countAll(other.workspaceId)
  assert.deepEqual(
    before.filter(([, count]) => count === 0),
    [],
  )

  await deleteWorkspace(context, { id: mine.workspaceId, shard: 'main' }, { storage, userIds: [] })
  assert.deepEqual(
    (await countAll(mine.workspaceId)).filter(([, count]) => count !== 0),
    [],
  )
  assert.deepEqual(await countAll(other.workspaceId), before)
  const workspaces = await context.directory.selectFrom('workspaces').select('id').execute()
  assert.deepEqual(workspaces, [{ id: other.workspaceId }])
  const files: string[] = []
  for await (const key of storage.list()) files.push(key)
  assert.equal(files.length, 1)
  assert.ok(files[0]!.startsWith(other.workspaceId))
})
