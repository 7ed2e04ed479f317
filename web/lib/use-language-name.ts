import { useLocale } from 'use-intl'

/** Returns a function that names a language by its code in the reader's language: `en_US` becomes American English. */
export function useLanguageName(): (code: string) => string {
  const names = new Intl.DisplayNames(useLocale(), { type: 'language' })
  return (code) => {
    try {
      return names.of(code.replaceAll('_', '-')) ?? code
    } catch {
      // Not a code of a language.
      return code
    }
  }
}
