import type { Scope } from '#db/context.ts'
import { selectFrom } from '#db/select-from.ts'
import { CSAT_ANSWER_MS, CSAT_CHANGE_MS, ratingsOf, titleOfRating, toScale } from '#shared/csat.ts'
import { getCsatSettings } from '../get-csat-settings.ts'
import type { RatingForm } from './write-page.ts'

/** The question of a link: whether it can be answered, and its form. `ask`: in which language. */
export type OpenRating = {
  state: 'open' | 'expired' | 'settled'
  language: string
  form: RatingForm
}

/** Reads the question of a link without recording anything; undefined if it does not exist any more. */
export async function openRating(scope: Scope, requestId: string): Promise<OpenRating | undefined> {
  const request = await selectFrom(scope, 'csat_requests')
    .select(['rating', 'comment', 'language', 'scale', 'asked_at', 'answered_at'])
    .where('id', '=', requestId)
    .executeTakeFirst()
  if (!request?.asked_at) return undefined
  const { texts, scale: current } = await getCsatSettings(scope)
  const own = texts.find(({ language }) => language === request.language) ?? texts[0]
  if (!own) return undefined
  const scale = request.scale === null ? current : toScale(request.scale)
  const now = scope.clock.now().getTime()
  const { asked_at: askedAt, answered_at: answeredAt, rating, comment } = request
  const isLate = answeredAt
    ? now - answeredAt.getTime() > CSAT_CHANGE_MS
    : now - askedAt.getTime() > CSAT_ANSWER_MS
  const choices = ratingsOf(scale).map((each) => ({
    rating: each,
    title: titleOfRating(each, scale, own.labels),
  }))
  return {
    state: isLate ? (answeredAt ? 'settled' : 'expired') : 'open',
    language: own.language,
    form: { question: own.question, choices, chosen: rating, comment, isMissing: false },
  }
}
