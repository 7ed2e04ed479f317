/** The value of a digit in any script: 10 consecutive code points each, from the one that is 0. */
function toDigit(sign: string): string {
  const code = sign.codePointAt(0)!
  let zero = code
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return String((code - zero) % 10)
}

/** Folded texts: those of rules are compared with each message, and each message with those of all rules. */
const known = new Map<string, string>()
const KNOWN_MAX = 500

/** Returns a text for comparing: without case and accents, digits of all scripts as 0 to 9, and its words apart by one space. */
export function foldText(text: string): string {
  if (known.size >= KNOWN_MAX && !known.has(text)) known.clear()
  return known.getOrInsertComputed(text, fold)
}

function fold(text: string): string {
  const folded = text
    .normalize('NFKD')
    .toLowerCase()
    // Marks of Latin, Greek and Cyrillic are accents; those of other scripts are vowels.
    .replaceAll(/(?<=[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}]\p{M}*)\p{M}/gu, '')
    .replaceAll(/\p{Nd}/gu, toDigit)
    .normalize('NFC')
  return ` ${folded.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim()} `
}

/** Returns whether a folded text contains a value as whole words. A value without letters and digits is searched for as it is. */
export function containsWords(text: string, folded: string, value: string): boolean {
  const words = foldText(value)
  return words.trim() === '' ? text.includes(value.trim()) : folded.includes(words)
}
