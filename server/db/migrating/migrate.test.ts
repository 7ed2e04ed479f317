import assert from 'node:assert/strict'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { setTimeout as delay } from 'node:timers/promises'
import { after, describe, test } from 'node:test'
import { createTestDatabase } from '#test/context.ts'
import { openTempDir } from '#test/processes.ts'
import { waitFor } from '#test/wait-for.ts'
import { dumpSchema } from './dump-schema.ts'
import { migrate } from './migrate.ts'
import { listMigrations, MIGRATIONS, readMigrations } from './read-migrations.ts'
import { createClient } from '../pool.ts'

async function createDatabase(isEmpty: boolean): Promise<string> {
  const { url, drop } = await createTestDatabase(isEmpty ? { template: 'template0' } : {})
  after(drop)
  return url
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = createClient(url, 'parley test')
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

describe('migrating', () => {
  test('an empty database gets exactly the committed schema (npm run schema writes it)', async () => {
    const url = await createDatabase(true)
    assert.deepEqual(await migrate(url), await listMigrations())
    const committed = await readFile(new URL('../schema.sql', import.meta.url), 'utf8')
    assert.equal(await dumpSchema(url), committed)
  })

  test('does not change a migrated database', async () => {
    const url = await createDatabase(false)
    const schema = await dumpSchema(url)
    assert.deepEqual(await migrate(url), [])
    assert.equal(await dumpSchema(url), schema)
  })

  test('is done by one of several concurrent processes', async () => {
    const url = await createDatabase(true)
    const applied = await Promise.all([1, 2, 3, 4, 5].map(() => migrate(url)))
    const known = await listMigrations()
    assert.deepEqual(
      applied.toSorted((a, b) => b.length - a.length),
      [known, [], [], [], []],
    )
    assert.deepEqual(
      await query(url, 'select name from migrations order by name'),
      known.map((name) => ({ name })),
    )
  })

  test('is rejected when a file was changed after it was applied', async () => {
    const url = await createDatabase(false)
    await query(url, `update migrations set sha256 = 'of another text'`)
    await assert.rejects(migrate(url), /0001-\S+ was changed after it was applied/)
  })

  test('is rejected when the database has another history, and does not change it', async () => {
    const url = await createDatabase(false)
    await query(url, `insert into migrations (name, sha256) values ('0001-other.sql', '')`)
    const schema = await dumpSchema(url)
    await assert.rejects(migrate(url), /0001-other\.sql.*Start a newer version/)
    assert.equal(await dumpSchema(url), schema)
  })
})

/** Creates the migrations of a later release: those of this one, and `files`. */
async function createRelease(files: Record<string, string>): Promise<URL> {
  const folder = pathToFileURL(`${await openTempDir()}/`)
  await cp(MIGRATIONS, folder, { recursive: true })
  for (const [name, sql] of Object.entries(files)) await writeFile(new URL(name, folder), sql)
  return folder
}

async function connect(url: string) {
  const client = createClient(url, 'parley test')
  await client.connect()
  return { client, [Symbol.asyncDispose]: () => client.end() }
}

const wider = { '9001-wider.sql': 'alter table tags add column position integer' }
const narrower = {
  '9002-narrower.sql': '-- needs: 9001-wider.sql\nalter table tags drop column color',
}

describe('a newer schema', () => {
  test('is accepted by an older release while it can run on it', async () => {
    const url = await createDatabase(false)
    const later = await createRelease(wider)
    const latest = await createRelease({ ...wider, ...narrower })
    assert.deepEqual(await migrate(url, { folder: later }), ['9001-wider.sql'])
    assert.deepEqual(await migrate(url), [])
    assert.deepEqual(await migrate(url, { folder: latest }), ['9002-narrower.sql'])
    assert.deepEqual(await migrate(url, { folder: later }), [])
  })

  test('is rejected by a release that cannot run on it, and not changed', async () => {
    const url = await createDatabase(false)
    await migrate(url, { folder: await createRelease({ ...wider, ...narrower }) })
    const schema = await dumpSchema(url)
    await assert.rejects(
      migrate(url),
      /9002-narrower\.sql, on which only releases with the migration 9001-wider\.sql can run.*Start a newer version/,
    )
    assert.equal(await dumpSchema(url), schema)
  })

  test('must need a migration that exists', async () => {
    const folder = await createRelease({ '9001-a.sql': '-- needs: 9000-missing.sql\nselect 1' })
    const url = await createDatabase(false)
    await assert.rejects(migrate(url, { folder }), /9001-a\.sql needs 9000-missing\.sql/)
  })
})

test('two migrations cannot have the same number, and numbers can be missing', async () => {
  const names = ['9001-a.sql', '9003-b.sql']
  const files = Object.fromEntries(names.map((name) => [name, 'select 1']))
  const read = await readMigrations(await createRelease(files))
  assert.deepEqual(
    read.slice(-2).map(({ name }) => name),
    names,
  )
  const folder = await createRelease({ ...files, '9001-c.sql': 'select 1' })
  await assert.rejects(readMigrations(folder), /9001-a\.sql and 9001-c\.sql have the same number/)
})

describe('a migration of a table in use', () => {
  const times = { quickLock: 5, quickPause: 1, lock: 50, pauseMin: 10, pauseMax: 20 }

  test('waits for a reader without blocking others, and says who holds the lock', async () => {
    const url = await createDatabase(false)
    const folder = await createRelease(wider)
    await using reader = await connect(url)
    await reader.client.query('begin; select from tags')
    const lines: string[] = []
    const migrating = migrate(url, { folder, times, onProgress: (line) => lines.push(line) })
    await waitFor(() => lines.length >= 3)
    assert.match(lines[0]!, /^9001-wider\.sql waits for other transactions .*\(parley test\)/)
    await using other = await connect(url)
    await other.client.query(`set lock_timeout = '10s'`)
    for (let read = 0; read < 20; read++) await other.client.query('select from tags')
    await reader.client.query('commit')
    assert.deepEqual(await migrating, ['9001-wider.sql'])
    await other.client.query('select position from tags')
  })

  test('gets the locks of two tables that transactions take in the other order again and again', async () => {
    const url = await createDatabase(false)
    const both = 'alter table tags add position int; alter table forms add position int;'
    const folder = await createRelease({ '9001-both.sql': both })
    let isOver = false
    const clients = Array.from({ length: 3 }, async () => {
      await using busy = await connect(url)
      while (!isOver) {
        await busy.client.query(
          'begin; select from forms; select pg_sleep(0.005); select from tags; commit',
        )
        // Without a moment between two transactions of all clients, nothing can lock both tables.
        await delay(30 * Math.random())
      }
    })
    const migrating = migrate(url, { folder, times: { pauseMin: 10, pauseMax: 20 } })
    assert.deepEqual(await migrating.finally(() => (isOver = true)), ['9001-both.sql'])
    await Promise.all(clients)
  })

  test('fails when the lock is not free in time, and changes nothing', async () => {
    const url = await createDatabase(false)
    const folder = await createRelease(wider)
    const schema = await dumpSchema(url)
    await using reader = await connect(url)
    await reader.client.query('begin; select from tags')
    await assert.rejects(
      migrate(url, { folder, times: { ...times, locks: 100 } }),
      /9001-wider\.sql did not get its locks.*The database is unchanged.*parley test/,
    )
    await reader.client.query('commit')
    assert.equal(await dumpSchema(url), schema)
  })

  test('stops waiting when the process is stopped', async () => {
    const url = await createDatabase(false)
    const folder = await createRelease(wider)
    await using reader = await connect(url)
    await reader.client.query('begin; select from tags')
    const stopping = new AbortController()
    const onProgress = () => stopping.abort()
    await assert.rejects(migrate(url, { folder, times, onProgress, signal: stopping.signal }), {
      name: 'AbortError',
    })
  })
})

describe('an index that is built concurrently', () => {
  const files = {
    '9001-index.sql':
      '-- For a test.\ncreate unique index concurrently tags_color on tags (color);\n',
  }
  const isValid = async (url: string) =>
    query(url, `select indisvalid from pg_index where indexrelid = to_regclass('tags_color')`)
  const addTag = (color: string) =>
    `insert into tags (workspace_id, id, name, color, created_at)
      values (gen_random_uuid(), gen_random_uuid(), 'x', '${color}', now())`

  test('is built while several processes start', async () => {
    const url = await createDatabase(false)
    const folder = await createRelease(files)
    const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(url, { folder })))
    assert.deepEqual(applied.flat(), ['9001-index.sql'])
    assert.deepEqual(await isValid(url), [{ indisvalid: true }])
  })

  test('does not block writes while it waits for a transaction', async () => {
    const url = await createDatabase(false)
    const folder = await createRelease(files)
    await using writer = await connect(url)
    await writer.client.query('begin')
    await writer.client.query(addTag('red'))
    const migrating = migrate(url, { folder })
    await waitFor(async () => (await isValid(url)).length > 0)
    await query(url, `set lock_timeout = '10s'; ${addTag('blue')}`)
    await writer.client.query('commit')
    assert.deepEqual(await migrating, ['9001-index.sql'])
    assert.deepEqual(await isValid(url), [{ indisvalid: true }])
  })

  test('is built again after an attempt that left an invalid index', async () => {
    const url = await createDatabase(false)
    const folder = await createRelease(files)
    await query(url, `${addTag('red')}; ${addTag('red')}`)
    await assert.rejects(migrate(url, { folder }), { code: '23505' })
    assert.deepEqual(await isValid(url), [{ indisvalid: false }])
    await query(url, 'delete from tags')
    assert.deepEqual(await migrate(url, { folder }), ['9001-index.sql'])
    assert.deepEqual(await isValid(url), [{ indisvalid: true }])
  })

  test('is only recorded when an attempt ended after it was built', async () => {
    const url = await createDatabase(false)
    const folder = await createRelease(files)
    await migrate(url, { folder })
    await query(url, `delete from migrations where name = '9001-index.sql'`)
    assert.deepEqual(await migrate(url, { folder }), ['9001-index.sql'])
  })

  test('must be the only statement of its file', async () => {
    const sql = 'select 1; create index concurrently a on tags (color)'
    const folder = await createRelease({ '9001-two.sql': sql })
    await assert.rejects(migrate(await createDatabase(false), { folder }), /must be a single/)
  })
})

/** The last migration before these rules. */
const LAST_FREE = '0013-compatible-releases.sql'

describe('each migration', () => {
  test('names the migration that releases need, if it removes or renames something that it does not replace by an equal one', async () => {
    for (const name of await listNewMigrations()) {
      const sql = await readFile(new URL(name, MIGRATIONS), 'utf8')
      const narrows =
        /\b(drop (table|column)|rename (to|column)|set not null|alter column \w+ (set data )?type)\b/
      assert.ok(!narrows.test(sql) || /^-- (needs|replaces): /m.test(sql), name)
    }
  })

  test('builds indexes of existing tables concurrently', async () => {
    for (const name of await listNewMigrations()) {
      const sql = await readFile(new URL(name, MIGRATIONS), 'utf8')
      const created = [...sql.matchAll(/create table (\w+)/g)].map((match) => match[1])
      for (const [, , table] of sql.matchAll(
        /create (unique )?index (?!concurrently)\w+ on (\w+)/g,
      ))
        assert.ok(created.includes(table), `${name}: ${table}`)
    }
  })
})

async function listNewMigrations(): Promise<string[]> {
  return (await listMigrations()).filter((name) => name > LAST_FREE)
}
