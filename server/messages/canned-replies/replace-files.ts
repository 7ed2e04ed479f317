import type { Selectable } from 'kysely'
import type { Scope } from '#db/context.ts'
import { notFound } from '#db/get-by-id.ts'
import { insertInto } from '#db/insert-into.ts'
import { deleteFrom, selectFrom } from '#db/select-from.ts'
import type { MediaUploads } from '#db/tables/media-uploads.ts'
import { entryOf } from '#lib/entry-of.ts'

/**
 * Replaces the files of a locked canned reply by these uploads, and locks them so that they are not deleted as unused.
 *
 * @throws {AppError} media_not_found
 */
export async function replaceFiles(
  tx: Scope,
  replyId: string,
  mediaIds: readonly string[],
): Promise<void> {
  const wanted = [...new Set(mediaIds.map((id) => id.toLowerCase()))]
  const found =
    wanted.length === 0
      ? []
      : await selectFrom(tx, 'media_uploads')
          .select('id')
          .where('id', 'in', wanted)
          .orderBy('id')
          .forKeyShare()
          .execute()
  const unknown = wanted.find((id) => !found.some((upload) => upload.id === id))
  if (unknown !== undefined) throw notFound('media_uploads', unknown)
  await deleteFrom(tx, 'canned_reply_files').where('reply_id', '=', replyId).execute()
  if (wanted.length === 0) return
  const rows = wanted.map((upload_id, place) => ({
    workspace_id: tx.workspaceId,
    reply_id: replyId,
    upload_id,
    place,
  }))
  await insertInto(tx.db, 'canned_reply_files', rows)
}

/** Returns the uploads of canned replies by the id of the reply, in the order in which they are sent. */
export async function findFiles(
  scope: Scope,
  replyIds: readonly string[],
): Promise<(replyId: string) => Selectable<MediaUploads>[]> {
  if (replyIds.length === 0) return () => []
  const places = await selectFrom(scope, 'canned_reply_files')
    .selectAll()
    .where('reply_id', 'in', replyIds)
    .orderBy('place')
    .execute()
  if (places.length === 0) return () => []
  const ids = [...new Set(places.map((each) => each.upload_id))]
  const rows = await selectFrom(scope, 'media_uploads').selectAll().where('id', 'in', ids).execute()
  const uploads = new Map(rows.map((row) => [row.id, row]))
  return (replyId) =>
    places
      .filter((each) => each.reply_id === replyId)
      .map((each) => entryOf(uploads, each.upload_id))
}
