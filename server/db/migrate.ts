import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { createClient } from './pool.ts'

const folder = new URL('./migrations/', import.meta.url)
const advisoryLock = 0x7061726c

/** A migration: a numbered SQL file, and its hash to detect later changes. */
type Migration = { name: string; sql: string; sha256: string }

/** Returns the names of the migrations in this version of the product, in order. */
export async function listMigrations(): Promise<string[]> {
  const files = await readdir(folder)
  return files.filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name)).toSorted()
}

/**
 * Migrates the database at `url` to the newest schema and returns the names of the applied migrations.
 *
 * Each file runs in one transaction. If several processes call it at once, one migrates and the others wait.
 * @throws {Error} if an applied file was changed, or the database is newer than this version
 */
export async function migrate(url: string): Promise<string[]> {
  const client = createClient(url, 'parley migrate')
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [advisoryLock])
    await client.query(
      'create table if not exists migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
    )
    const applied = await client.query<{ name: string; sha256: string }>(
      'select name, sha256 from migrations',
    )
    const known = await readMigrations()
    checkHistory(known, applied.rows)
    const done = new Set(applied.rows.map((row) => row.name))
    const pending = known.filter((migration) => !done.has(migration.name))
    for (const migration of pending) {
      await client.query('begin')
      await client.query(migration.sql)
      await client.query('insert into migrations (name, sha256) values ($1, $2)', [
        migration.name,
        migration.sha256,
      ])
      await client.query('commit')
    }
    return pending.map((migration) => migration.name)
  } finally {
    await client.end()
  }
}

async function readMigrations(): Promise<Migration[]> {
  const names = await listMigrations()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8')
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

function checkHistory(known: Migration[], applied: { name: string; sha256: string }[]): void {
  const byName = new Map(known.map((migration) => [migration.name, migration]))
  for (const row of applied) {
    const migration = byName.get(row.name)
    if (!migration)
      throw new Error(
        `The database contains the migration ${row.name}, which this version of Parley does not know. Start a newer version.`,
      )
    if (migration.sha256 !== row.sha256)
      throw new Error(`The migration ${row.name} was changed after it was applied.`)
  }
}
