import { crc32, deflateSync } from 'node:zlib'

/** Returns a PNG of one colour: red, green, blue and opacity, 0 to 255 each. */
export function toPng(width: number, height: number, color: readonly number[]): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 6], 8)
  const line = Buffer.concat([Buffer.of(0), Buffer.alloc(width * 4, Buffer.from(color))])
  const lines = Buffer.alloc(line.length * height, line)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    toChunk('IHDR', head),
    toChunk('IDAT', deflateSync(lines)),
    toChunk('IEND', Buffer.alloc(0)),
  ])
}

function toChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(4)
  frame.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([frame, body, sum])
}
