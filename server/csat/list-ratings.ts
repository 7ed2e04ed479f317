import { listPage, newestFirst } from '#db/list-page.ts'
import type { Scope } from '#db/context.ts'
import type { Page, PageInput } from '#lib/page.ts'
import { toCsatRating } from './schema.ts'
import type { CsatRating, CsatRatingRow } from './schema.ts'

const ORDER = newestFirst<CsatRatingRow>(
  'csat_requests.asked_at',
  'csat_requests.id',
  (row) => row.asked_at,
)

/** Lists the ratings that customers were asked for, the newest question first. @throws {AppError} invalid_cursor */
export async function listRatings(
  scope: Scope,
  input: PageInput & { conversation_id?: string; answered?: boolean },
): Promise<Page<CsatRating>> {
  const { conversation_id: chatId, answered } = input
  let query = scope.db
    .selectFrom('csat_requests')
    .where('csat_requests.workspace_id', '=', scope.workspaceId)
    .innerJoin('chats', (join) =>
      join
        .on('chats.workspace_id', '=', scope.workspaceId)
        .onRef('chats.id', '=', 'csat_requests.chat_id'),
    )
    .select([
      'csat_requests.id',
      'csat_requests.chat_id',
      'chats.person_id',
      'csat_requests.channel_id',
      'csat_requests.team_id',
      'member_id',
      'round_at',
      'asked_at',
      'rating',
      'comment',
      'answered_at',
    ])
    .where('asked_at', 'is not', null)
  if (chatId !== undefined) query = query.where('csat_requests.chat_id', '=', chatId)
  if (answered !== undefined) query = query.where('answered_at', answered ? 'is not' : 'is', null)
  return listPage(query.$narrowType<{ asked_at: Date }>(), ORDER, input, toCsatRating)
}
