import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { toCsatRating } from './schema.ts'
import type { CsatRating, CsatRatingRow } from './schema.ts'

/** Reads a rating that was asked for; undefined if there is none with this id. */
export async function findRating(scope: Scope, id: string): Promise<CsatRating | undefined> {
  const { rows } = await sql<CsatRatingRow>`
    select request.id, request.chat_id, chats.person_id, request.channel_id, request.team_id, request.member_id,
      request.round_at, request.asked_at, request.rating, request.comment, request.answered_at
    from csat_requests as request
    join chats on chats.workspace_id = ${scope.workspaceId} and chats.id = request.chat_id
    where request.workspace_id = ${scope.workspaceId} and request.id = ${id} and request.asked_at is not null`.execute(
    scope.db,
  )
  return rows[0] && toCsatRating(rows[0])
}
