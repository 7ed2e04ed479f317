import assert from 'node:assert/strict'
import { access, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Scope } from '#db/context.ts'
import { newId } from '#lib/ids.ts'
import { mediaKey } from '#media/media-storage.ts'
import { createMediaStorage } from '#media/create-media-storage.ts'
import { openTestContext } from '#test/context.ts'
import { createTestWorkspace } from '#test/factories.ts'
import { rowsOf } from '#test/inbound.ts'
import { deleteRevokedFiles } from './delete-revoked-files.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'parley-revoked-'))
const { context } = await openTestContext({ dataDir })
const storage = createMediaStorage({ dataDir })
after(() => rm(dataDir, { recursive: true }))

async function addFile(scope: Scope, status: 'stored' | 'failed', error: string | null) {
  const id = newId()
  const now = new Date()
  await scope.db
    .insertInto('media_files')
    .values({
      workspace_id: scope.workspaceId,
      id,
      channel_id: newId(),
      message_id: newId(),
      status,
      error,
      due_at: now,
      created_at: now,
    })
    .execute()
  await storage.write(
    mediaKey(scope.workspaceId, id),
    (async function* () {
      yield Buffer.from('bytes')
    })(),
  )
  return id
}

const isThere = ({ workspaceId }: Scope, id: string) =>
  access(join(dataDir, 'media', mediaKey(workspaceId, id))).then(
    () => true,
    () => false,
  )

test('files of revoked messages are deleted in every workspace, and no others', async () => {
  for (let workspace = 0; workspace < 2; workspace++) {
    const { scope } = await createTestWorkspace(context)
    const kept = [await addFile(scope, 'stored', null), await addFile(scope, 'failed', 'gone')]
    const revoked = await addFile(scope, 'failed', 'revoked')
    await deleteRevokedFiles(context, storage)
    assert.equal(await isThere(scope, revoked), false)
    for (const id of kept) assert.ok(await isThere(scope, id))
    assert.deepEqual(
      (await rowsOf(scope, 'media_files')).map((row) => row.id),
      kept,
    )
  }
})

test('an unavailable storage leaves them for the next run', async () => {
  const { scope } = await createTestWorkspace(context)
  const revoked = await addFile(scope, 'failed', 'revoked')
  const away = { ...storage, remove: () => Promise.reject(new Error('away')) }
  await assert.rejects(deleteRevokedFiles(context, away), /away/)
  assert.equal((await rowsOf(scope, 'media_files')).length, 1)
  await deleteRevokedFiles(context, storage)
  assert.equal(await isThere(scope, revoked), false)
  assert.equal((await rowsOf(scope, 'media_files')).length, 0)
})
