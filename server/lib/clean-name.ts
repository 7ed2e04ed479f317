import { isBlank } from './is-blank.ts'

const BLANKS = /[\s\p{Z}\p{Cc}\u2800\u3164\uffa0]+/gu
// Marks of direction among them, which would reorder the text around the name. Emoji, flags and several scripts are written with
// joiners and tags.
const FORMATS =
  /[[\p{Cf}&&\p{Default_Ignorable_Code_Point}]--[\u{200c}-\u{200d}\u{e0020}-\u{e007f}]]/gv

/**
 * Returns a name on one line, as a person sees it, or null if it shows nothing: every run of white space and control characters
 * becomes one space, marks of direction and invisible characters are left out. Every door reads names by it.
 */
export function cleanName(name: string): string | null {
  const text = name.toWellFormed().replace(FORMATS, '').replace(BLANKS, ' ').trim()
  return isBlank(text) ? null : text
}
