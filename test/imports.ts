import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { Context } from '#db/context.ts'
import { createImportLane } from '#contacts/imports/create-import-lane.ts'
import { newId } from '#lib/ids.ts'
import type { Answer } from './answer.ts'
import type { Call } from './app.ts'
import { csvUpload } from './csv-upload.ts'
import { createTestKey, createTestWorkspace } from './factories.ts'

const never = new AbortController().signal

/** Creates a workspace with a key, and returns functions that upload files and import them without a worker. */
export async function openImports(context: Context, call: Call) {
  const { scope, workspaceId } = await createTestWorkspace(context)
  const key = await createTestKey(scope, ['*'])
  const lane = createImportLane(context)
  const ask = async (request: string, body?: object, status = 200) => {
    const answer = await call(request, { key, ...(body && { body }) })
    assert.equal(answer.status, status, answer.text)
    return answer.body
  }
  const upload = (bytes: string | Buffer): Promise<Answer> =>
    call('POST /api/v1/imports', { key, ...csvUpload(bytes) })
  const work = (id: string, signal = never) =>
    lane.work({ workspaceId, targetId: id, leaseToken: newId() }, signal)
  const get = (id: string) => ask(`GET /api/v1/imports/${id}`)
  const check = async (id: string, mapping?: object) => {
    await ask(`POST /api/v1/imports/${id}/check`, mapping ? { mapping } : {})
    await work(id)
    return get(id)
  }
  const start = (id: string) => ask(`POST /api/v1/imports/${id}/start`, {})
  const load = async (bytes: string | Buffer, mapping?: object) => {
    const made = await upload(bytes)
    assert.equal(made.status, 201, made.text)
    await check(made.body.id, mapping)
    await start(made.body.id)
    await work(made.body.id)
    return get(made.body.id)
  }
  const people = async () =>
    (await ask('GET /api/v1/contacts?limit=100&sort=created')).data.toReversed()
  const count = async (table: string) => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)} where workspace_id = ${workspaceId}`.execute(
      context.db,
    )
    return rows[0]!.count
  }
  return { scope, key, lane, ask, upload, work, get, check, start, load, people, count }
}

/** Returns the numbers of created, matched, rejected and empty rows of an import. */
export const countsOf = ({ created_count, matched_count, rejected_count, empty_count }: any) => [
  created_count,
  matched_count,
  rejected_count,
  empty_count,
]
