import { namesOf } from '#lib/part-of.ts'
import { CONTACT_ATTRIBUTES } from './contact-attributes.ts'
import type { InputName, Inputs } from './contact-attributes.ts'

/** Reads the attributes of a request that are plain values: those that it names. Null clears one. */
export function readInputs(given: {
  [Name in InputName]?: string | null | undefined
}): Partial<Inputs> {
  const named = namesOf(CONTACT_ATTRIBUTES, 'input').flatMap((name) => {
    const text = given[name]
    const { read } = CONTACT_ATTRIBUTES[name].input
    return text === undefined ? [] : [[name, text === null ? null : read(text)]]
  })
  return Object.fromEntries(named) as Partial<Inputs>
}
