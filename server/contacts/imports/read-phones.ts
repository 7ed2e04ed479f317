import { readFieldName } from '../read-field-name.ts'
import { restorePlusOfPhone, toE164 } from '#lib/to-e164.ts'

/** The texts of one cell that were read, in their order, and those that were not. */
export type CellValues = { values: string[]; unread: string[] }

const CELL_CHARACTERS_MAX = 1_000
/** The longest number with a note in brackets. */
const NUMBER_CHARACTERS_MAX = 100
/** Separators that no phone number contains. */
const HARD = /:::|[\r\n;|]/
/** Separators that a phone number may contain. A number is read up to the first that ends one. */
const SOFT =
  /(\s*[/,&]\s*|\s+(?:or|and|oder|und|ou|et|o|y|e|или)\s+|(?<=\d{10})[\s-]+(?=\+?\d{10}))/i
/** Words before or after a number. */
const WORDS =
  /^(?<before>\p{L}[\p{L}\s.]{0,20})[:.\s-]\s*(?=[+(\d])|[\s-](?<after>\p{L}[\p{L}\s.]{0,20})$/gu

/**
 * Reads the phone numbers of a cell in E.164. Numbers without a country code are read as numbers of `country`. A blank before a
 * number is read as a plus sign if that makes it a valid international number. With `lacksPlus`, no blank is needed.
 */
export function readPhones(
  cell: string,
  country: string | undefined,
  lacksPlus = false,
): CellValues {
  if (cell.length > CELL_CHARACTERS_MAX) return { values: [], unread: [cell] }
  const found: CellValues = { values: [], unread: [] }
  const read = (text: string) => {
    if (text.length > NUMBER_CHARACTERS_MAX) return undefined
    // Spreadsheets append `.0` to numbers, and people note whose they are, as in `(office) 9812345678` or `Mob. 98123 45678`.
    const number = text
      .replaceAll(/\([^()\d]*\)/g, '')
      .trim()
      .replaceAll(WORDS, dropPhoneWords)
      .replace(/^(\+?\d{7,})\.0+$/, '$1')
    const isBare = /^\d/.test(number) && (lacksPlus || /^ \d/.test(text))
    return toE164(isBare ? restorePlusOfPhone(` ${number}`) : number, country)
  }
  for (const text of cell.split(HARD)) {
    let pending = ''
    const parts = text.split(SOFT)
    for (const [index, part] of parts.entries()) {
      const isSeparator = index % 2 === 1
      if (isSeparator && pending === '') continue
      pending += part
      const number = isSeparator ? undefined : read(pending)
      if (number === undefined) continue
      if (!found.values.includes(number)) found.values.push(number)
      pending = ''
    }
    if (pending.trim() !== '') found.unread.push(pending.trim())
  }
  return found
}

/** Returns nothing for words that say that the number beside them is one, such as "Mob. no". */
function dropPhoneWords(words: string, before?: string, after?: string): string {
  const name = readFieldName(`phone ${before ?? after}`)
  return name?.kind === 'phone' && name.sureness === 2 ? '' : words
}
