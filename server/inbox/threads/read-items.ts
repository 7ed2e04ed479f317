import type { Scope } from '#db/context.ts'
import { selectFrom } from '#db/select-from.ts'
import { toChatChange } from '#conversations/schema.ts'
import { toMessage } from '#messages/schema.ts'
import { toNote } from '#conversations/notes/schema.ts'
import type { Position } from './find-positions.ts'
import type { ThreadItem } from './schema.ts'

/** Reads the items at `places`, in that order, with one query per kind. */
export async function readItems(scope: Scope, places: Position[]): Promise<ThreadItem[]> {
  const idsOf = (kind: Position['kind']) =>
    places.filter((place) => place.kind === kind).map((place) => place.id)
  const items = await Promise.all([
    readMessages(scope, idsOf('message')),
    readNotes(scope, idsOf('note')),
    readChanges(scope, idsOf('change')),
  ])
  const byId = new Map(items.flat().map((item) => [item.id, item]))
  // Skips items that were deleted since the positions were read.
  return places.flatMap((place) => byId.get(place.id) ?? [])
}

async function readMessages(scope: Scope, ids: string[]): Promise<ThreadItem[]> {
  if (ids.length === 0) return []
  const rows = await scope.db
    .selectFrom('messages')
    .leftJoin('messages as answered', (join) =>
      join
        .on('answered.workspace_id', '=', scope.workspaceId)
        .onRef('answered.id', '=', 'messages.reply_to_id'),
    )
    .selectAll('messages')
    .select([
      'answered.id as answered_id',
      'answered.direction as answered_direction',
      'answered.type as answered_type',
      'answered.text as answered_text',
    ])
    .where('messages.workspace_id', '=', scope.workspaceId)
    .where('messages.id', 'in', ids)
    .execute()
  return rows.map((row) => ({
    kind: 'message',
    ...toMessage(scope, row),
    reply_preview:
      row.answered_id === null
        ? null
        : {
            id: row.answered_id,
            direction: row.answered_direction!,
            type: row.answered_type!,
            text: row.answered_text,
          },
    reply_deleted: row.reply_to_id !== null && row.answered_id === null,
  }))
}

async function readNotes(scope: Scope, ids: string[]): Promise<ThreadItem[]> {
  if (ids.length === 0) return []
  const rows = await selectFrom(scope, 'notes').selectAll().where('id', 'in', ids).execute()
  return rows.map((row) => ({ kind: 'note', ...toNote(row) }))
}

async function readChanges(scope: Scope, ids: string[]): Promise<ThreadItem[]> {
  if (ids.length === 0) return []
  const rows = await selectFrom(scope, 'chat_changes').selectAll().where('id', 'in', ids).execute()
  return rows.map((row) => ({ kind: 'change', ...toChatChange(row) }))
}
