import { ApiError } from './api.ts'

/** What the API said of each field, by the name of the form's field: that of the API in camel case. */
export function toFieldErrors(err: Error): Record<string, string> {
  if (!(err instanceof ApiError)) return {}
  return Object.fromEntries(
    err.fields.map(({ field, message }) => [
      field.split('.')[0]!.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      message,
    ]),
  )
}
