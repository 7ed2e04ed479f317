import { invalidField } from '#lib/errors.ts'
import { readLanguage } from '#lib/read-language.ts'

/** Reads the language tag in a field of a request. @throws {AppError} validation_failed */
export function requireLanguage(field: string, text: string): string {
  const language = readLanguage(text)
  if (!language) throw invalidField(field, 'must be a language tag such as en or pt-BR')
  return language
}
