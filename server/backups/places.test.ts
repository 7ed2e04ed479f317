import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openTempDir } from '#test/processes.ts'
import { startTestS3Server } from '#test/s3-server.ts'
import type { BackupPlace } from './backup-place.ts'
import { createBucketPlace } from './create-bucket-place.ts'
import { findBackup, findPlace } from './find-backup.ts'
import { createFolderPlace } from './create-folder-place.ts'
import { listBackups, nameBackup, removeOldBackups } from './remove-old-backups.ts'

const MIB = 1024 * 1024
const store = await startTestS3Server()
after(() => store.close())
const { endpoint, ...keys } = store.config
const bucket = createBucketPlace(endpoint, keys, { pausesMs: [1, 1], partBytes: 5 * MIB })
const folder = await openTempDir()

const places: [string, BackupPlace, () => Promise<string[]>][] = [
  ['a folder', createFolderPlace(folder), () => readdir(folder)],
  ['a bucket', bucket, async () => [...store.objects.keys(), ...store.uploads.keys()]],
]

async function write(place: BackupPlace, name: string, bytes = Buffer.from('x')): Promise<void> {
  const sink = await place.create(name)
  for (let at = 0; at < bytes.length; at += MIB) await sink.append(bytes.subarray(at, at + MIB))
  await sink.finish()
}

const day = (number: number) => nameBackup(new Date(Date.UTC(2026, 10, number, 2)))

for (const [name, place, listAll] of places) {
  test(`a file in ${name} has its name once it is whole, and is read back in any pieces`, async () => {
    const bytes = randomBytes(12 * MIB + 7)
    const sink = await place.create('one.backup')
    await sink.append(bytes.subarray(0, 11 * MIB))
    assert.deepEqual(await place.list().then((all) => all.includes('one.backup')), false)
    await sink.append(bytes.subarray(11 * MIB))
    await sink.finish()
    const source = await place.open('one.backup')
    assert.equal(source.size, bytes.length)
    for (const [at, length] of [
      [0, 1000],
      [8 * MIB - 3, 7],
      [MIB, 10 * MIB],
      [5, 1],
      [bytes.length - 2, 100],
      [bytes.length, 10],
    ] as const)
      assert.ok((await source.read(at, length)).equals(bytes.subarray(at, at + length)), `${at}`)
    await source.close()
    await assert.rejects(place.create('one.backup'), /exists/)
    await assert.rejects(place.open('none.backup'), /none\.backup/)
    await place.remove('one.backup')
    assert.deepEqual(await listAll(), [])
  })

  test(`a discarded file leaves nothing in ${name}, and one that appears meanwhile is not replaced`, async () => {
    const sink = await place.create('two.backup')
    await sink.append(randomBytes(6 * MIB))
    await sink.discard()
    assert.deepEqual(await listAll(), [])
    const late = await place.create('two.backup')
    await late.append(Buffer.from('late'))
    await write(place, 'two.backup', Buffer.from('early'))
    await assert.rejects(late.finish(), /exists/)
    await late.discard()
    const source = await place.open('two.backup')
    assert.equal(String(await source.read(0, 10)), 'early')
    await source.close()
    await place.remove('two.backup')
  })

  test(`the oldest backups in ${name} are removed, and never the one that was written`, async () => {
    for (const number of [1, 2, 3, 4]) await write(place, day(number))
    await write(place, 'mine.backup')
    const removed = await removeOldBackups(place, { keep: 2, written: day(4) })
    assert.deepEqual(removed, [day(1), day(2)])
    // A machine whose clock was wrong wrote backups of the future.
    await write(place, day(25))
    await write(place, day(26))
    assert.deepEqual(await removeOldBackups(place, { keep: 1, written: day(4) }), [
      day(3),
      day(25),
      day(26),
    ])
    assert.deepEqual(await listBackups(place), [day(4)])
    assert.ok((await place.list()).includes('mine.backup'))
    for (const each of await place.list()) await place.remove(each)
  })
}

test('remains of a killed backup are removed from a folder after a day', async () => {
  const old = `${day(1)}.abc.part`
  for (const each of [old, `${day(2)}.abc.part`, 'notes.part'])
    await writeFile(join(folder, each), 'x')
  const yesterday = new Date(Date.now() - 25 * 3_600_000)
  for (const each of [old, 'notes.part']) await utimes(join(folder, each), yesterday, yesterday)
  await createFolderPlace(folder).removeUnfinished()
  assert.deepEqual((await readdir(folder)).toSorted(), ['notes.part', `${day(2)}.abc.part`])
})

test('a bucket that fails for a moment does not end a backup, and one that refuses does', async () => {
  const sink = await bucket.create('slow.backup')
  store.fail({ status: 503, body: '<Error><Code>SlowDown</Code></Error>' })
  const appending = sink.append(randomBytes(5 * MIB))
  const asked = store.requests.length
  while (store.requests.length === asked) await new Promise((resolve) => setImmediate(resolve))
  store.fail()
  await appending
  await sink.finish()
  assert.equal((await bucket.open('slow.backup')).size, 5 * MIB)
  store.fail({ status: 403, body: '<Error><Code>AccessDenied</Code></Error>' })
  await assert.rejects(bucket.create('other.backup'), /cannot be used: it responded with 403 Acc/)
  store.fail()
  store.objects.clear()
})

test('an upload whose completion was not answered is complete', async () => {
  store.loseCompletion()
  await write(bucket, 'lost.backup', randomBytes(MIB))
  assert.equal((await bucket.open('lost.backup')).size, MIB)
  store.objects.clear()
})

test('a place is named by a path or a URL, and its newest backup is found', async () => {
  assert.equal((await findPlace(folder, undefined)).name, undefined)
  assert.equal((await findPlace(join(folder, 'a.backup'), undefined)).name, 'a.backup')
  await assert.rejects(findPlace(endpoint, undefined), /needs BACKUP_S3_REGION/)
  assert.equal((await findPlace(`${endpoint}/`, keys)).name, undefined)
  await assert.rejects(findBackup(endpoint, keys), /There is no backup in/)
  for (const each of [day(3), day(1)]) await write(bucket, each)
  for (const text of [endpoint, `${endpoint}/`, `${endpoint}/${day(3)}`]) {
    const { place, name } = await findBackup(text, keys)
    assert.equal(place.describe(name), `${endpoint}/${day(3)}`)
  }
})
