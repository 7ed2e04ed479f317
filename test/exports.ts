import assert from 'node:assert/strict'
import { parse } from 'csv-parse/sync'
import type { Scope } from '#db/context.ts'
import type { Call } from './app.ts'

type Row = Record<string, string>

/**
 * Returns functions that request an export with a key: `answerTo` returns the response, `exported` the rows of its CSV, and
 * `posted` those of a selection in a body.
 */
export function createExportReader(
  call: Call,
  path: string,
  key: string,
): {
  answerTo: (query: string) => ReturnType<Call>
  exported: (query?: string) => Promise<Row[]>
  posted: (body: object) => Promise<Row[]>
} {
  const answerTo = (query: string) => call(`GET ${path}${query}`, { key })
  return {
    answerTo,
    async posted(body) {
      const answer = await call(`POST ${path}`, { key, body })
      assert.equal(answer.status, 200, answer.text)
      return parse(answer.text, { columns: true, bom: true })
    },
    async exported(query = '') {
      const answer = await answerTo(query)
      assert.equal(answer.status, 200, answer.text)
      return parse(answer.text, { columns: true, bom: true })
    },
  }
}

/** Returns the action and the data of the only entry in the audit log of a workspace. */
export async function readOnlyAuditEntry({
  db,
  workspaceId,
}: Pick<Scope, 'db' | 'workspaceId'>): Promise<[string, unknown]> {
  const entries = await db
    .selectFrom('audit_entries')
    .select(['action', 'data'])
    .where('workspace_id', '=', workspaceId)
    .execute()
  assert.equal(entries.length, 1)
  return [entries[0]!.action, entries[0]!.data]
}
