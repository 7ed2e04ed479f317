import { ParleyError } from '#client/core.ts'

/**
 * Returns the messages of an API error by form field, capitalized; the form's names are the API's in camel case.
 */
export function toFieldErrors(err: Error): Record<string, string> {
  if (!(err instanceof ParleyError)) return {}
  return Object.fromEntries(
    err.errors.map(({ field, message }) => [
      field.split('.')[0]!.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      message.charAt(0).toUpperCase() + message.slice(1),
    ]),
  )
}
