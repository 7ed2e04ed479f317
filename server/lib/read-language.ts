import { LANGUAGE_CHARACTERS_MAX, LANGUAGES } from '#shared/contacts.ts'

let names: Intl.DisplayNames | undefined
let byName: ReadonlyMap<string, string> | undefined

/**
 * Reads a language tag of BCP 47, such as `pt-BR`, also with an underscore. Returns it in its usual spelling, or undefined if it is
 * none, or names no language that is known.
 */
export function readLanguage(text: string): string | undefined {
  const tag = text.trim().replaceAll('_', '-')
  if (tag.length > LANGUAGE_CHARACTERS_MAX || !/^[a-z]{2,3}(-[a-z\d]{1,8})*$/i.test(tag)) return
  try {
    const locale = new Intl.Locale(tag)
    names ??= new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
    return names.of(locale.language) === undefined ? undefined : locale.baseName
  } catch {
    // No valid tag.
  }
}

/** Reads a language as people write it: a tag, or its name in English or in the language itself. Returns its tag. */
export function readLanguageName(text: string): string | undefined {
  byName ??= new Map(
    LANGUAGES.flatMap((code) =>
      ['en', code].map((of) => [
        fold(new Intl.DisplayNames(of, { type: 'language' }).of(code)!, code),
        code,
      ]),
    ),
  )
  return readLanguage(text) ?? byName.get(fold(text, 'en'))
}

/** Returns the language that a browser prefers by its header `Accept-Language`, if it names a known one. */
export function readAcceptedLanguage(header: string | undefined): string | undefined {
  const [first = ''] = (header ?? '').split(',', 1)
  return readLanguage(first.split(';', 1)[0]!)
}

function fold(text: string, language: string): string {
  return text.trim().normalize('NFC').toLocaleLowerCase(language)
}
