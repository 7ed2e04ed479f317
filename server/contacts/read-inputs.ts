import { cutText } from '#lib/cut-text.ts'
import { AppError } from '#lib/errors.ts'
import { namesOf } from '#lib/part-of.ts'
import { CONTACT_CHARACTERS_MAX } from '#shared/contacts.ts'
import { CONTACT_ATTRIBUTES } from './contact-attributes.ts'
import type { InputName, Inputs } from './contact-attributes.ts'

/**
 * Reads the attributes of a request that are plain values: those that it names. Null clears one.
 *
 * @throws {AppError} validation_failed, if one is too long
 */
export function readInputs(given: {
  [Name in InputName]?: string | null | undefined
}): Partial<Inputs> {
  const named = namesOf(CONTACT_ATTRIBUTES, 'input').flatMap((name) => {
    const text = given[name]
    if (text === undefined) return []
    const value = text === null ? null : CONTACT_ATTRIBUTES[name].input.read(text)
    if (value !== null) checkLength(name, value)
    return [[name, value]]
  })
  return Object.fromEntries(named) as Partial<Inputs>
}

function checkLength(name: InputName, value: string): void {
  const max = CONTACT_CHARACTERS_MAX[name]
  if (cutText(value, max) === value) return
  const message = `must have at most ${max} characters`
  throw new AppError('validation_failed', `${name} ${message}.`, {
    fields: [{ field: name, code: 'too_long', message }],
  })
}
