/** Reason why a file was not downloaded: a code for the API, and whether a retry can help. */
export class MediaFailure extends Error {
  readonly word: string
  readonly isFinal: boolean

  constructor(word: string, options: { isFinal?: boolean; cause?: unknown } = {}) {
    super(`The file could not be fetched: ${word}.`, { cause: options.cause })
    this.name = 'MediaFailure'
    this.word = word
    this.isFinal = options.isFinal ?? false
  }
}
