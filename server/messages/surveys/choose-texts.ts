import { textBefore } from '#lib/text-before.ts'
import type { CsatTexts } from '#shared/csat.ts'

/**
 * Chooses the texts for a customer: those of the contact's language, whatever the region. Without them, those of the first language whose
 * script most letters of their messages have, such as Devanagari for Hindi; else the first ones.
 */
export function chooseTexts(
  texts: readonly CsatTexts[],
  { language, messages }: { language: string | null; messages: readonly string[] },
): CsatTexts {
  const [first] = texts
  if (!first) throw new Error('The settings have texts of at least one language.')
  const own =
    texts.find((each) => each.language === language) ??
    texts.find((each) => language !== null && mainOf(each.language) === mainOf(language))
  if (own) return own
  const written = messages.join('')
  const counts = new Map<string, number>()
  for (const each of texts) {
    const script = scriptOf(each.language)
    if (!counts.has(script)) counts.set(script, countLetters(written, script))
  }
  const most = Math.max(...counts.values())
  return (most > 0 && texts.find((each) => counts.get(scriptOf(each.language)) === most)) || first
}

/** The scripts of languages that mix several, each by the one that they have alone. Source: ISO 15924. */
const MAIN_SCRIPT: Readonly<Record<string, string>> = {
  Jpan: 'Kana',
  Kore: 'Hang',
  Hans: 'Hani',
  Hant: 'Hani',
}

function mainOf(language: string): string {
  return textBefore(language, '-')
}

function scriptOf(language: string): string {
  const script = new Intl.Locale(language).maximize().script ?? 'Latn'
  return MAIN_SCRIPT[script] ?? script
}

function countLetters(text: string, script: string): number {
  try {
    return text.match(new RegExp(`\\p{Script=${script}}`, 'gu'))?.length ?? 0
  } catch {
    return 0
  }
}
