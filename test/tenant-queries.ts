import { readdirSync, readFileSync } from 'node:fs'
import type { Pool } from 'pg'

const migrations = new URL('../server/db/migrations/', import.meta.url)
const directory = new Set(['memberships', 'api_keys', 'lanes'])

/** Tables with tenants' rows, read from the migrations: those keyed by workspace, except lookup tables. */
export const TENANT_TABLES: readonly string[] = readdirSync(migrations)
  .filter((name) => name.endsWith('.sql'))
  .flatMap((name) => [
    ...readFileSync(new URL(name, migrations), 'utf8').matchAll(
      /^create table (\w+) \($(.*?)^\)/gms,
    ),
  ])
  .filter(([, , body]) => /primary key \(workspace_id|workspace_id uuid primary key/.test(body!))
  .map(([, name]) => name!)
  .filter((name) => !directory.has(name))

const touches = new RegExp(
  String.raw`\b(?:from|join|into|update)\s+(?:only\s+)?"?(${TENANT_TABLES.join('|')})"?\b`,
  'i',
)

/**
 * Returns the tenant table that the statement `text` uses without workspace_id, if any. A statement that must read
 * across workspaces has a comment that begins with "across workspaces: ".
 */
export function findUnscopedTable(text: string): string | undefined {
  if (/\bworkspace_id\b/.test(text) || /\/\* across workspaces: \S/.test(text)) return undefined
  return touches.exec(text)?.[1]
}

/** Makes every connection of `pool` refuse such statements; returns the refused ones. */
export function refuseUnscopedQueries(pool: Pool): string[] {
  const refused: string[] = []
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    client.query = ((...args: unknown[]) => {
      const [first] = args
      const text = typeof first === 'string' ? first : (first as { text?: string } | null)?.text
      const table = text === undefined ? undefined : findUnscopedTable(text)
      if (table !== undefined) {
        refused.push(text!)
        throw new Error(`The query touches ${table} without workspace_id: ${text}`)
      }
      return query(...args)
    }) as typeof client.query
  })
  return refused
}
