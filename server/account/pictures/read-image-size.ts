import type { PictureType } from '#shared/pictures.ts'

type Size = { width: number; height: number }

/** The markers of a JPEG that begin a frame, which has its size. Source: ITU-T T.81, table B.1. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** Reads the size of an image from its head, in pixels, so that a large one need not be decoded; undefined when the bytes are of another type. */
export function readImageSize(bytes: Uint8Array, type: PictureType): Size | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const size = head.length < 30 ? undefined : READERS[type](head)
  return size && size.width > 0 && size.height > 0 ? size : undefined
}

const READERS: Record<PictureType, (head: Buffer) => Size | undefined> = {
  'image/png': (head) =>
    head.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n' &&
    head.toString('latin1', 12, 16) === 'IHDR'
      ? { width: head.readUInt32BE(16), height: head.readUInt32BE(20) }
      : undefined,
  'image/jpeg': readJpegSize,
  'image/webp': readWebpSize,
}

function readJpegSize(head: Buffer): Size | undefined {
  if (head.readUInt16BE(0) !== 0xffd8) return undefined
  for (let at = 2; at + 9 < head.length;) {
    if (head[at] !== 0xff) return undefined
    const marker = head[at + 1]!
    if (isFrame(marker))
      return { width: head.readUInt16BE(at + 7), height: head.readUInt16BE(at + 5) }
    // A byte that fills, or a marker without a length.
    const isAlone = marker === 0xff || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)
    at += marker === 0xff ? 1 : isAlone ? 2 : 2 + head.readUInt16BE(at + 2)
  }
  return undefined
}

/** Source: WebP Container Specification, and RFC 6386 §9.1 for the frame of a lossy image. */
function readWebpSize(head: Buffer): Size | undefined {
  if (head.toString('latin1', 0, 4) !== 'RIFF' || head.toString('latin1', 8, 12) !== 'WEBP')
    return undefined
  const kind = head.toString('latin1', 12, 16)
  if (kind === 'VP8X')
    return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 }
  if (kind === 'VP8L' && head[20] === 0x2f) {
    const bits = head.readUInt32LE(21)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  if (kind === 'VP8 ' && head.readUIntBE(23, 3) === 0x9d012a)
    return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff }
  return undefined
}
