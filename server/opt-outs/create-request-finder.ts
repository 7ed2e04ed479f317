import { foldWord, OPT_OUT_LIMITS } from '#shared/opt-outs.ts'
import type { OptOutLanguage } from '#shared/opt-outs.ts'

/** A customer's request to get no marketing messages, or to get them again, and the reply in the word's language. */
type OptOutRequest = { isOut: boolean; reply: string }

/**
 * Returns a function that finds the request in a customer's message: the whole message must be one of the words, in any
 * case, with or without accents and punctuation. A word that several languages have counts for the first of them.
 */
export function createRequestFinder(
  languages: readonly OptOutLanguage[],
): (text: string) => OptOutRequest | undefined {
  const requests = new Map<string, OptOutRequest>()
  const add = (words: string[], request: OptOutRequest) => {
    for (const word of words)
      if (!requests.has(foldWord(word))) requests.set(foldWord(word), request)
  }
  for (const { stop, stop_reply: reply } of languages) add(stop, { isOut: true, reply })
  for (const { start, start_reply: reply } of languages) add(start, { isOut: false, reply })
  requests.delete('')
  return (text) => (isShort(text) ? requests.get(foldWord(text)) : undefined)
}

/** Returns whether a message is short enough to be one of the words. */
export function isShort(text: string): boolean {
  return text.length <= OPT_OUT_LIMITS.wordCharacters * 2
}
