import { readNameWords, splitWords } from '#contacts/read-field-name.ts'
import type { FieldGroup } from './submission.ts'

/** Words for what holds the answers of a visitor. */
const HOLDERS = new Set(
  'answers body data entry entries fields formdata input inputs payload questions raw record records response responses rows submission submissions values'.split(
    ' ',
  ),
)

/** Words that are a part of such names, and say nothing alone. */
const PARTS = new Set(
  'and custom details extra field form human info information named ordered profile request'.split(
    ' ',
  ),
)

/** Words for the places of a person. */
const PLACES = ['address', 'main', 'work', 'home', 'other', 'filler'] as const

/** Returns the rank of an object or a list by its name. */
export function rankGroup(name: string): FieldGroup['rank'] {
  if (isHolder(name)) return 2
  if (isStaff(name)) return -1
  let rank: FieldGroup['rank'] = 0
  for (const word of splitWords(name)) {
    const [known] = readNameWords(word)
    if (known?.has('visitor')) rank = 3
    else if (PLACES.some((place) => known?.has(place))) rank ||= 1
    else if (!HOLDERS.has(word) && !PARTS.has(word)) return 0
  }
  return rank
}

/** Returns whether a name is that of somebody of the business, or says that something is theirs. */
export function isStaff(name: string): boolean {
  return readNameWords(name).some((words) => words?.has('staff'))
}

/** Returns whether an object or a list is called like answers, such as `formData`. */
function isHolder(name: string): boolean {
  const words = splitWords(name)
  return (
    words.some((word) => HOLDERS.has(word)) &&
    words.every((word) => HOLDERS.has(word) || PARTS.has(word))
  )
}
