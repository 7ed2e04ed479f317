import assert from 'node:assert/strict'
import { access, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Scope } from '#db/context.ts'
import { newId } from '#lib/ids.ts'
import { mediaKey } from '#media/media-storage.ts'
import { createMediaStorage } from '#media/create-media-storage.ts'
import { openTestContext } from '#test/context.ts'
import { createTestChat, createTestWorkspace } from '#test/factories.ts'
import { rowsOf } from '#test/inbound.ts'
import { deleteUnusedUploads } from './delete-unused-uploads.ts'

const DAY = 86_400_000
const dataDir = await mkdtemp(join(tmpdir(), 'parley-uploads-'))
const { context } = await openTestContext({ dataDir })
const storage = createMediaStorage({ dataDir })
after(() => rm(dataDir, { recursive: true }))

const inDays = (days: number) => ({
  ...context,
  clock: { now: () => new Date(Date.now() + days * DAY) },
})

async function addUpload(scope: Scope) {
  const id = newId()
  await scope.db
    .insertInto('media_uploads')
    .values({
      workspace_id: scope.workspaceId,
      id,
      mime_type: 'image/png',
      filename: null,
      size_bytes: 5,
      sha256: '',
      created_at: new Date(),
    })
    .execute()
  await scope.db
    .insertInto('media_upload_copies')
    .values({
      workspace_id: scope.workspaceId,
      upload_id: id,
      channel_id: newId(),
      platform_media_id: '1',
      expires_at: new Date(),
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

async function sendFile(scope: Scope, uploadId: string) {
  const chat = await createTestChat(scope)
  await scope.db
    .insertInto('messages')
    .values({
      workspace_id: scope.workspaceId,
      id: newId(),
      chat_id: chat.id,
      person_id: chat.personId,
      channel_id: chat.channelId,
      direction: 'outbound',
      type: 'image',
      text: null,
      media: JSON.stringify({ id: uploadId, status: 'stored' }),
      status: 'failed',
      author_type: 'system',
      created_at: new Date(),
    })
    .execute()
}

const isThere = ({ workspaceId }: Scope, id: string) =>
  access(join(dataDir, 'media', mediaKey(workspaceId, id))).then(
    () => true,
    () => false,
  )
const uploads = async (scope: Scope) => (await rowsOf(scope, 'media_uploads')).map((row) => row.id)

test('uploads that no message uses are deleted after the retention time of their workspace', async () => {
  const { scope } = await createTestWorkspace(context)
  const other = await createTestWorkspace(context)
  await context.directory
    .updateTable('workspaces')
    .set({ retention_days: 90 })
    .where('id', '=', other.workspaceId)
    .execute()
  const [used, unused] = [await addUpload(scope), await addUpload(scope)]
  const kept = await addUpload(other.scope)
  await sendFile(scope, used)
  await deleteUnusedUploads(inDays(29), storage)
  assert.deepEqual(await uploads(scope), [used, unused])
  const away = { ...storage, remove: () => Promise.reject(new Error('away')) }
  await assert.rejects(deleteUnusedUploads(inDays(31), away), /away/)
  await deleteUnusedUploads(inDays(31), storage)
  assert.deepEqual(await uploads(scope), [used])
  assert.deepEqual([await isThere(scope, used), await isThere(scope, unused)], [true, false])
  assert.equal(
    (await rowsOf(scope, 'media_upload_copies')).filter((row) => row.upload_id === unused).length,
    0,
  )
  assert.deepEqual(await uploads(other.scope), [kept])
})

test('leftovers of a killed write are deleted after a day, and nothing else', async () => {
  const { workspaceId } = await createTestWorkspace(context)
  const folder = join(dataDir, 'media', workspaceId)
  await mkdir(folder, { recursive: true })
  const old = new Date(Date.now() - 2 * DAY)
  for (const name of ['a', 'a.1.part', 'b.2.part']) await writeFile(join(folder, name), 'x')
  for (const name of ['a', 'a.1.part']) await utimes(join(folder, name), old, old)
  await storage.removeUnfinished()
  assert.deepEqual((await readdir(folder)).toSorted(), ['a', 'b.2.part'])
  await createMediaStorage({ dataDir: join(dataDir, 'none') }).removeUnfinished()
})
