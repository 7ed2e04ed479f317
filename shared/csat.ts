/** Every scale of ratings, by its number of choices: three are bad, OK and good, which count as 1, 3 and 5. */
export const CSAT_SCALES = [3, 5] as const

/** A scale of ratings. */
type CsatScale = (typeof CSAT_SCALES)[number]

/** Every way in which customers are asked. `link`: by a link to a page, except in web chats, which have buttons. */
export const CSAT_WAYS = ['buttons', 'link'] as const

/** A way in which customers are asked. */
export type CsatWay = (typeof CSAT_WAYS)[number]

/** Every reason for which a customer was not asked although a round was to be rated. */
export const CSAT_SKIPS = [
  'asked_lately',
  'window_closed',
  'template_not_usable',
  'contact_blocked',
  'channel_not_connected',
  'held_by_another_app',
] as const

/** A reason for which a customer was not asked. */
export type CsatSkip = (typeof CSAT_SKIPS)[number]

/** The texts of one language. `labels`: bad, OK and good. `comment` asks for a comment after the rating. */
export type CsatTexts = {
  language: string
  question: string
  choose: string
  labels: string[]
  thanks: string
  comment: string
}

/** The rating from which a customer counts as satisfied. */
export const CSAT_SATISFIED = 4

/** The fewest answers of which an average is shown. */
export const CSAT_ANSWERS_MIN = 5

/** How long a question can be answered. */
export const CSAT_ANSWER_MS = 14 * 86_400_000

/** How long an answer can be changed. */
export const CSAT_CHANGE_MS = 15 * 60_000

/** How long the next message of a customer is the comment that they were asked for. */
export const CSAT_COMMENT_MS = 10 * 60_000

/** The limits of the settings, and the longest comment in characters. */
export const CSAT_LIMITS = {
  languages: 30,
  delayMinutes: 10_080,
  personDays: 365,
  questionCharacters: 500,
  chooseCharacters: 20,
  labelCharacters: 12,
  commentCharacters: 1_000,
} as const

/** The texts of a workspace that has not written its own. The first language is the one of customers whose language is not known. */
export const CSAT_DEFAULT_TEXTS: readonly CsatTexts[] = [
  {
    language: 'en',
    question: 'How satisfied are you with our help?',
    choose: 'Rate',
    labels: ['Bad', 'OK', 'Good'],
    thanks: 'Thank you for your rating.',
    comment: 'Thank you. What is the main reason for your rating?',
  },
  {
    language: 'hi',
    question: 'आप हमारी मदद से कितने संतुष्ट हैं?',
    choose: 'रेटिंग दें',
    labels: ['खराब', 'ठीक-ठाक', 'अच्छा'],
    thanks: 'आपकी रेटिंग के लिए धन्यवाद।',
    comment: 'धन्यवाद। आपकी रेटिंग की मुख्य वजह क्या है?',
  },
]

/** The settings of a workspace that never changed them. */
export const CSAT_DEFAULTS = {
  is_on: false,
  delay_minutes: 5,
  person_days: 7,
  scale: 5,
  way: 'buttons',
  asks_comment: true,
  template: null,
  off_team_ids: [] as string[],
} as const

/** Returns the scale with this number of choices. */
export function toScale(choices: number): CsatScale {
  return choices === 3 ? 3 : 5
}

/** Returns the ratings of a scale, the best first, as they are offered. */
export function ratingsOf(scale: CsatScale): number[] {
  return scale === 3 ? [5, 3, 1] : [5, 4, 3, 2, 1]
}

/** Returns the title of a choice: its face and label on a scale of three, else its stars. */
export function titleOfRating(rating: number, scale: CsatScale, labels: readonly string[]): string {
  if (scale === 5) return '★'.repeat(rating) + '☆'.repeat(5 - rating)
  const place = (rating - 1) / 2
  return `${['🙁', '😐', '🙂'][place]} ${labels[place]}`
}
