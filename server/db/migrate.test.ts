import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, describe, test } from 'node:test'
import { createTestDatabase } from '#test/context.ts'
import { dumpSchema } from './dump-schema.ts'
import { listMigrations, migrate } from './migrate.ts'
import { createClient } from './pool.ts'

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
    const committed = await readFile(new URL('schema.sql', import.meta.url), 'utf8')
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

  test('is rejected when the database is newer, and does not change it', async () => {
    const url = await createDatabase(false)
    await query(url, `insert into migrations (name, sha256) values ('9999-later.sql', '')`)
    const schema = await dumpSchema(url)
    await assert.rejects(migrate(url), /9999-later\.sql.*Start a newer version/)
    assert.equal(await dumpSchema(url), schema)
  })
})
