import { AppError } from './errors.ts'

/**
 * The value of a field that may be written under several names, the first being its own.
 *
 * @throws {AppError} conflicting_fields, when two of them say different things
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
    throw new AppError('conflicting_fields', `${first} and ${other} say different things.`, {
      fields: [first, other].map((field) => ({
        field,
        code: 'conflicting_fields',
        message: 'must agree, or be given once',
      })),
    })
  return { value: body[first] as T, name: first }
}
