const SAMPLES = 48_000
const PRE_SKIP = 312

/** Returns a file as messengers record voice messages: Ogg pages of Opus, without sound. `head`: the first bytes of another codec. */
export function createVoice(seconds: number, head = 'OpusHead'): Buffer {
  const first = Buffer.alloc(19)
  first.write(head, 'latin1')
  first.writeUInt16LE(PRE_SKIP, 10)
  const pages = [createPage(0n, first), createPage(0n, Buffer.from('OpusTags'))]
  for (let at = 1; at <= Math.ceil(seconds); at++) {
    const samples = Math.round(Math.min(at, seconds) * SAMPLES) + PRE_SKIP
    pages.push(createPage(BigInt(samples), Buffer.alloc(700, at)))
  }
  return Buffer.concat(pages)
}

function createPage(position: bigint, body: Buffer): Buffer {
  const segments = [
    ...Array.from({ length: Math.floor(body.length / 255) }, () => 255),
    body.length % 255,
  ]
  const header = Buffer.alloc(27)
  header.write('OggS', 'latin1')
  header.writeBigUInt64LE(position, 6)
  header[26] = segments.length
  return Buffer.concat([header, Buffer.from(segments), body])
}
