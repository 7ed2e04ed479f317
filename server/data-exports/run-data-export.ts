import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { readCountry } from '#contacts/read-phone.ts'
import { findPersonId } from '#contacts/find-person-id.ts'
import type { Scope } from '#db/context.ts'
import { affectedRows } from '#db/affected-rows.ts'
import { findById } from '#db/find-by-id.ts'
import { updateTable } from '#db/select-from.ts'
import type { DataExports } from '#db/tables/data-exports.ts'
import { transaction } from '#db/transaction.ts'
import { addCounts } from '#erasures/step.ts'
import { readSubject } from '#erasures/subject.ts'
import type { Subject } from '#erasures/subject.ts'
import { newId } from '#lib/ids.ts'
import { TAR_END, writeTar } from '#lib/exporting/write-tar.ts'
import type { TarEntry } from '#lib/exporting/write-tar.ts'
import { mediaKey } from '#media/media-storage.ts'
import type { MediaStorage } from '#media/media-storage.ts'
import { updateById } from '#db/update-by-id.ts'
import { keptUntil } from './kept-until.ts'
import type { Batch } from './section.ts'
import { SECTIONS } from './sections.ts'

/** The version of the archive's layout. */
const FORMAT = 1

/** Options of `runDataExport`: it stops before the next batch once `isOver` returns true. */
type RunOptions = { storage: MediaStorage; isOver?: () => boolean }

type Row = Selectable<DataExports>

/**
 * Works on an export until it is completed or canceled, or `isOver`; returns whether it needs no more work. Each batch
 * is a part of the archive: its file is written first, and counts only once a transaction has added it with the
 * position behind it. A killed process costs one batch, whose file the next one removes.
 */
export async function runDataExport(
  scope: Scope,
  id: string,
  { storage, isOver = () => false }: RunOptions,
): Promise<boolean> {
  for (;;) {
    const row = await findById(scope, 'data_exports', id)
    if (!row || row.status !== 'running') return true
    if (isOver()) return false
    await runBatch(scope, row, storage)
  }
}

async function runBatch(scope: Scope, row: Row, storage: MediaStorage): Promise<void> {
  // The contact was erased, or merged into another contact that has more data.
  if ((await findPersonId(scope, row.contact_id)) !== row.contact_id)
    return cancel(scope, row, storage)
  const subject = await readSubject(scope, row.contact_id, await readCountry(scope))
  const place = SECTIONS.findIndex(({ name }) => name === row.section)
  const batch = await SECTIONS[place]!.read(scope, subject, row.cursor)
  const after = batch.next === 'done' ? SECTIONS[place + 1] : SECTIONS[place]
  const read = Object.entries(batch.rows).map(([kind, { length }]) => [kind, length] as const)
  const counts = addCounts(row.counts, Object.fromEntries(read))
  const now = scope.clock.now()
  const entries = [
    ...toTexts(batch, row.parts.length, now),
    ...(after ? [] : [await toManifest(scope, { row, subject, counts, now })]),
  ]
  const part = entries.length + (batch.files?.length ?? 0) > 0 ? newId() : null
  if (part && !(await announcePart(scope, row, part, storage))) return
  const size = part
    ? await writePart(
        storage,
        mediaKey(scope.workspaceId, part),
        async function* () {
          yield* entries
          yield* readFiles(scope, batch, storage, now)
        },
        { isLast: !after },
      )
    : 0
  const isAdded = await transaction(scope, async (tx) => {
    const locked = await findById(tx, 'data_exports', row.id, 'change')
    // It was canceled, or another worker went on.
    if (locked?.status !== 'running' || locked.section !== row.section) return false
    if (locked.cursor !== row.cursor || (part && locked.writing.at(-1) !== part)) return false
    const done = { status: 'completed' as const, completed_at: now, expires_at: keptUntil(now) }
    await updateById(tx, 'data_exports', row.id, {
      section: after?.name ?? row.section,
      cursor: batch.next === 'done' ? null : batch.next.cursor,
      parts: part ? [...locked.parts, part] : locked.parts,
      ...(part && { writing: [] }),
      size_bytes: locked.size_bytes + size,
      counts: JSON.stringify(counts),
      ...(after ? {} : done),
    })
    if (!after) await expireEarlier(tx, row, now)
    return true
  })
  if (!isAdded && part) await storage.remove(mediaKey(scope.workspaceId, part))
}

/**
 * Stores which file is about to be written, so that it is removed when this process is killed, and then removes those of
 * processes that were: they can no longer become parts. Returns false when another worker went on.
 */
async function announcePart(
  scope: Scope,
  row: Row,
  part: string,
  storage: MediaStorage,
): Promise<boolean> {
  const announced = await sql`
    update data_exports set writing = writing || ${part}::uuid
    where workspace_id = ${scope.workspaceId} and id = ${row.id} and status = 'running'
      and cardinality(parts) = ${row.parts.length}
      and writing = ${row.writing}::uuid[]`.execute(scope.db)
  if (affectedRows(announced) === 0) return false
  for (const file of row.writing) await storage.remove(mediaKey(scope.workspaceId, file))
  return true
}

/** Writes a part, which is a member of the gzip file; returns its size. Source: RFC 1952, "file format". */
async function writePart(
  storage: MediaStorage,
  key: string,
  entries: () => AsyncIterable<TarEntry>,
  { isLast }: { isLast: boolean },
): Promise<number> {
  let size = 0
  await pipeline(
    Readable.from(
      (async function* () {
        yield* writeTar(entries())
        if (isLast) yield TAR_END
      })(),
    ),
    createGzip(),
    async (source: AsyncIterable<Buffer>) =>
      storage.write(
        key,
        (async function* () {
          for await (const chunk of source) {
            size += chunk.length
            yield chunk
          }
        })(),
      ),
  )
  return size
}

function toTexts(batch: Batch, part: number, at: Date): TarEntry[] {
  return Object.entries(batch.rows)
    .filter(([, rows]) => rows.length > 0)
    .map(([name, rows]) => {
      const text = rows.map((each) => `${JSON.stringify(each)}\n`).join('')
      return toEntry(`${name}/${String(part).padStart(6, '0')}.ndjson`, text, at)
    })
}

/** Returns the last file of an archive, which shows that it is complete. */
async function toManifest(
  scope: Scope,
  { row, subject, counts, now }: { row: Row; subject: Subject; counts: object; now: Date },
): Promise<TarEntry> {
  const manifest = {
    format: FORMAT,
    export_id: row.id,
    workspace_id: scope.workspaceId,
    contact_id: row.contact_id,
    merged_ids: subject.contactIds.filter((id) => id !== row.contact_id),
    requested_at: row.requested_at,
    completed_at: now,
    counts,
  }
  return toEntry('manifest.json', `${JSON.stringify(manifest, null, 2)}\n`, now)
}

function toEntry(name: string, text: string, at: Date): TarEntry {
  const content = Buffer.from(text)
  return { name, size: content.length, at, content: [content] }
}

async function* readFiles(scope: Scope, { files = [] }: Batch, storage: MediaStorage, at: Date) {
  for (const { id, path, size } of files) {
    const content = await storage.read(mediaKey(scope.workspaceId, id))
    if (content) yield { name: path, size, at, content: content as AsyncIterable<Uint8Array> }
  }
}

/** Cancels an export and removes its files. */
async function cancel(scope: Scope, row: Row, storage: MediaStorage): Promise<void> {
  for (const part of [...row.parts, ...row.writing])
    await storage.remove(mediaKey(scope.workspaceId, part))
  await updateTable(scope, 'data_exports')
    .set({ status: 'canceled', cursor: null })
    .where('id', '=', row.id)
    .where('status', '=', 'running')
    .execute()
}

/** Lets earlier exports of the contact expire: the new one contains more. */
async function expireEarlier(tx: Scope, row: Row, now: Date): Promise<void> {
  await updateTable(tx, 'data_exports')
    .set({ expires_at: now })
    .where('contact_id', '=', row.contact_id)
    .where('status', '=', 'completed')
    .where('id', '<>', row.id)
    .execute()
}
