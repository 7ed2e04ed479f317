import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

/** The folder of this version's migrations. */
export const MIGRATIONS = new URL('../migrations/', import.meta.url)

/** A migration: a numbered SQL file, and its hash to detect later changes. */
export type Migration = {
  name: string
  sql: string
  sha256: string
  /** The migration that a release must know to run on the schema afterwards; every release can without it. */
  needs: string | undefined
  /** The index that the file builds without blocking writes, which is impossible in a transaction. */
  concurrentIndex: string | undefined
}

/** Returns the names of the migrations in this version of the product, in order. */
export async function listMigrations(folder = MIGRATIONS): Promise<string[]> {
  const files = await readdir(folder)
  return files.filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name)).toSorted()
}

/** Reads the migrations of a folder, in order. @throws {Error} if a file breaks the rules of docs/internals/migrations.md */
export async function readMigrations(folder: URL): Promise<Migration[]> {
  const names = await listMigrations(folder)
  refuseSameNumbers(names)
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8')
      const sha256 = createHash('sha256').update(sql).digest('hex')
      const needs = /^-- needs: (.*)$/m.exec(sql)?.[1]?.trim()
      if (needs !== undefined && !names.includes(needs))
        throw new Error(`${name} needs ${needs}, which does not exist.`)
      return { name, sql, sha256, needs, concurrentIndex: findConcurrentIndex(name, sql) }
    }),
  )
}

/** Two changes that landed side by side may have taken the same number, so their order would be accidental. */
function refuseSameNumbers(names: string[]): void {
  for (const [index, name] of names.entries()) {
    const next = names[index + 1]
    if (next?.slice(0, 4) === name.slice(0, 4))
      throw new Error(`${name} and ${next} have the same number.`)
  }
}

function findConcurrentIndex(name: string, sql: string): string | undefined {
  const code = sql.replace(/--.*$/gm, '').trim()
  if (!/\bindex concurrently\b/.test(code)) return undefined
  const [, index] =
    /^create (?:unique )?index concurrently ([a-z0-9_]+) on [^;]*;?$/.exec(code) ?? []
  if (index === undefined)
    throw new Error(
      `${name} builds an index concurrently, so it must be a single "create index concurrently NAME on …".`,
    )
  return index
}
