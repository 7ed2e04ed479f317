import { ParleyError } from '#client/core.ts'

/**
 * Returns the messages of an API error about fields of a group, such as `oauth.token_url`, by the name of their input in
 * the form. `inputs` has that of each field.
 */
export function toGroupErrors(
  err: Error,
  group: string,
  inputs: Readonly<Record<string, string>>,
): Record<string, string> {
  if (!(err instanceof ParleyError)) return {}
  return Object.fromEntries(
    err.errors.flatMap(({ field, message }) => {
      const [first, name = ''] = field.split('.')
      const input = first === group ? inputs[name] : undefined
      const text = message.charAt(0).toUpperCase() + message.slice(1)
      return input ? [[`${group}.${input}`, text]] : []
    }),
  )
}
