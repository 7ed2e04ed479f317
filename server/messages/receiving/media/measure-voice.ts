/** Bytes of the header of an Ogg page before its table of segments, and of the head of an Opus stream that are read. */
const HEADER_BYTES = 27
const HEAD_BYTES = 12
/** Samples of Opus in a second, whatever the recording had. */
const SAMPLES = 48_000
/** The position of a page on which no packet ends. */
const NO_POSITION = 0xffff_ffff_ffff_ffffn

/**
 * Passes the bytes of a file through. `seconds` afterwards returns how long it is, in whole seconds, at least 1, if it is a voice message
 * as messengers record them (Opus in Ogg), otherwise null.
 */
export function measureVoice(source: AsyncIterable<Uint8Array>): {
  bytes: AsyncIterable<Uint8Array>
  seconds: () => number | null
} {
  let unread = Buffer.alloc(0)
  let skipped = 0
  let isVoice: boolean | undefined
  let before = 0
  let position = 0n

  /** Reads the next page, and returns whether there may be another one in the bytes at hand. */
  function readPage(): boolean {
    const dropped = Math.min(skipped, unread.length)
    unread = unread.subarray(dropped)
    skipped -= dropped
    if (skipped > 0 || unread.length < HEADER_BYTES) return false
    const start = HEADER_BYTES + unread[HEADER_BYTES - 1]!
    if (unread.length < start + (isVoice ? 0 : HEAD_BYTES)) return false
    if (unread.toString('latin1', 0, 4) !== 'OggS') {
      isVoice = false
      return false
    }
    if (isVoice === undefined) {
      isVoice = unread.toString('latin1', start, start + 8) === 'OpusHead'
      before = unread.readUInt16LE(start + 10)
    }
    const at = unread.readBigUInt64LE(6)
    if (at !== NO_POSITION) position = at
    skipped = start + unread.subarray(HEADER_BYTES, start).reduce((sum, each) => sum + each, 0)
    return isVoice
  }

  async function* bytes(): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      if (isVoice !== false) {
        unread = Buffer.concat([unread, chunk])
        while (readPage());
        if (!isVoice && isVoice !== undefined) unread = Buffer.alloc(0)
      }
      yield chunk
    }
  }
  return {
    bytes: bytes(),
    seconds: () =>
      isVoice ? Math.max(1, Math.round((Number(position) - before) / SAMPLES)) : null,
  }
}
