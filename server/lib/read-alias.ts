import { AppError } from './errors.ts'

/**
 * Returns the value of a field that has aliases. The first name is the field's own.
 *
 * @throws {AppError} conflicting_fields, if two of them have different values
 */
export function readAlias<T>(
  body: Readonly<Record<string, unknown>>,
  names: readonly [string, ...string[]],
): { value: T; name: string } | undefined {
  const given = names.filter((name) => body[name] !== undefined)
  const [first, ...others] = given
  if (first === undefined) return undefined
  const other = others.find((name) => body[name] !== body[first])
  if (other !== undefined)
    throw new AppError(
      'conflicting_fields',
      `${first} and ${other} have different values. Send only one of them.`,
      {
        fields: [first, other].map((field) => ({
          field,
          code: 'conflicting_fields',
          message: 'must have the same value as its alias, or be sent alone',
        })),
      },
    )
  return { value: body[first] as T, name: first }
}
