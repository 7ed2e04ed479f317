import { readFileSync } from 'node:fs'

/** Rows of keys and of the alphabet, in which common passwords run along. */
const ROWS = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const RUNS = [...ROWS, ...ROWS.map((row) => [...row].reverse().join(''))]

const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** More characters than this around a common word make a password that is not guessed from the word. */
const AROUND_WORD_MAX = 8

let list: ReadonlySet<string> | undefined

/**
 * Returns whether a password is one of the first that an attacker tries: a common password, also repeated, with digits
 * or symbols around it or in the place of letters; few different characters; or runs along the keyboard.
 *
 * Source: the list is from zxcvbn (data/passwords.txt, MIT license, Dropbox): the first 10,000 and all long ones.
 */
export function isCommonPassword(password: string): boolean {
  const text = password.normalize('NFKC').toLowerCase()
  if (new Set(text).size < 5 || isMadeOfRuns(text)) return true
  const unit = findUnit(text)
  const word = unit.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  if (unit.length < 5 || isListed(unit) || isListed(unit.replaceAll(/[\s._-]/g, ''))) return true
  return unit.length - word.length <= AROUND_WORD_MAX && isListed(word)
}

function isListed(text: string): boolean {
  list ??= new Set(
    readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
      .trimEnd()
      .split('\n'),
  )
  return list.has(text) || list.has(text.replaceAll(/[013457@$!]/g, (each) => LEET[each]!))
}

/** Returns the shortest text whose repetition is `text`. */
function findUnit(text: string): string {
  // The second occurrence of a text in its double is where its first repetition starts.
  return text.slice(0, (text + text).indexOf(text, 1))
}

/** Returns whether a text is at most three runs along `RUNS`, such as `qwertyuiop12345`. */
function isMadeOfRuns(text: string): boolean {
  let start = 0
  for (let run = 0; run < 3 && start < text.length; run++) {
    let end = start + 1
    while (end < text.length && RUNS.some((row) => row.includes(text.slice(start, end + 1)))) end++
    start = end
  }
  return start >= text.length
}
