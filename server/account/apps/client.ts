import { AppError } from '#lib/errors.ts'
import { APP_NAME_CHARACTERS_MAX } from '#shared/connected-apps.ts'

/** The characters of a name that are read: more than are kept, because invisible ones are removed. */
const NAME_READ_CHARACTERS = 10 * APP_NAME_CHARACTERS_MAX

/** A program that asks for access. `host` published its description; null if the program described itself. */
export type Client = { id: string; name: string; host: string | null; redirectUris: string[] }

/** Returns a name on one line, without invisible characters, and cut; undefined if nothing is left. */
export function readName(name: unknown): string | undefined {
  if (typeof name !== 'string') return undefined
  // Cut before the replacements: a caller chooses the length, and a character becomes at most one.
  const line = name
    .slice(0, NAME_READ_CHARACTERS)
    .toWellFormed()
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
    .trim()
    .replaceAll(/\s+/g, ' ')
  return line.slice(0, APP_NAME_CHARACTERS_MAX).toWellFormed() || undefined
}

/** Creates the error for an app that cannot be trusted with an answer. The browser stays on our page. */
export function refuseApp(message: string): AppError {
  return new AppError('app_refused', message)
}
