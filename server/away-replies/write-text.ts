import { fillText } from '#shared/away-replies.ts'
import type { AwayText } from '#shared/away-replies.ts'

const DAY_MS = 86_400_000

/** What the language of an away reply is chosen by: the language of the contact, and what the customer wrote, if they are known. */
type Customer = { language: string | null; wrote: string | null }

/** The next opening, in milliseconds since 1970, with the zone of the business hours, at the present time. */
type Opening = { at: number; timeZone: string; now: number }

/**
 * Returns the words of an away reply for a customer, with the next opening (null: not known); undefined if they lack a value.
 */
export function writeText(
  texts: readonly AwayText[],
  customer: Customer,
  opening: Opening | null,
): string | undefined {
  const chosen = chooseText(texts, customer)
  return (
    chosen && fillText(chosen.text, opening ? formatOpening(opening, chosen.language) : undefined)
  )
}

/** Returns the text in the customer's language, or the first one in the script in which they write, or the first one. */
function chooseText(
  texts: readonly AwayText[],
  { language, wrote }: Customer,
): AwayText | undefined {
  const tag = language?.toLowerCase()
  const ofLanguage =
    texts.find((each) => each.language.toLowerCase() === tag) ??
    texts.find((each) => language !== null && isSame(each.language, language))
  return (
    ofLanguage ??
    texts.find((each) => wrote !== null && isWrittenLike(wrote, each.language)) ??
    texts[0]
  )
}

function isSame(one: string, other: string): boolean {
  return new Intl.Locale(one).language === new Intl.Locale(other).language
}

/** Returns whether most letters of a text are of the script of a language. */
function isWrittenLike(text: string, language: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? []
  const own = letters.filter((letter) => scriptOf(language).test(letter))
  return own.length > letters.length / 2
}

/** Scripts that are several of Unicode's. */
const MIXED: Record<string, string[]> = {
  Jpan: ['Hira', 'Kana', 'Hani'],
  Kore: ['Hang'],
  Hans: ['Hani'],
  Hant: ['Hani'],
}

function scriptOf(language: string): RegExp {
  const { script = 'Latn' } = new Intl.Locale(language).maximize()
  const names = MIXED[script] ?? [script]
  return new RegExp(`[${names.map((name) => String.raw`\p{Script=${name}}`).join('')}]`, 'u')
}

/** Returns the weekday and the time of an opening, with its date if that is more than six days ahead. */
function formatOpening({ at, timeZone, now }: Opening, language: string): string {
  return new Intl.DateTimeFormat(language, {
    timeZone,
    weekday: 'long',
    hour: 'numeric',
    minute: '2-digit',
    ...(at - now > 6 * DAY_MS && { day: 'numeric', month: 'long' }),
  }).format(at)
}
