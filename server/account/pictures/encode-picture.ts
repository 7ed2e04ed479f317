import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import decodeJpeg, { init as initJpeg } from '@jsquash/jpeg/decode.js'
import decodePng, { init as initPng } from '@jsquash/png/decode.js'
import decodeWebp, { init as initWebp } from '@jsquash/webp/decode.js'
import encodeWebp, { init as initEncoder } from '@jsquash/webp/encode.js'
import { PICTURE_PIXELS, PICTURE_STORED_BYTES_MAX } from '#shared/pictures.ts'
import type { PictureType } from '#shared/pictures.ts'
import { readImageSize } from './read-image-size.ts'

/** An image: `data` has four bytes for each pixel: red, green, blue and opacity. */
type Pixels = { width: number; height: number; data: Uint8ClampedArray }

/** The most pixels of an image, so that decoding it takes at most 64 MB. */
const PIXELS_MAX = 4096 * 4096
/** The qualities of WebP that are tried until the result is small enough. */
const QUALITIES = [82, 60, 35, 10]

/** Says why an image cannot be used, after the name of its field. */
export class UnusablePicture extends Error {}

/**
 * Decodes a JPEG, PNG or WebP file and returns the square in its middle as WebP of 256 × 256 pixels and at most 60 KB, without
 * any of the file's metadata. Call it in a thread of its own: it takes up to a second and 150 MB.
 *
 * @throws {UnusablePicture} the file is damaged, of another type, or too large
 */
export async function encodePicture(bytes: Uint8Array, type: PictureType): Promise<Uint8Array> {
  const size = readImageSize(bytes, type)
  if (!size) throw new UnusablePicture(`does not contain an image of type ${type}`)
  if (size.width * size.height > PIXELS_MAX)
    throw new UnusablePicture('must have at most 4,096 × 4,096 pixels')
  const image = await decode(bytes, type)
  if (image.width * image.height > PIXELS_MAX)
    throw new UnusablePicture('must have at most 4,096 × 4,096 pixels')
  const square = toSquare(image, PICTURE_PIXELS)
  await initEncoder(await compile('@jsquash/webp/codec/enc/webp_enc_simd.wasm'))
  for (const quality of QUALITIES) {
    const encoded = await encodeWebp(square as ImageData, { quality })
    if (encoded.byteLength <= PICTURE_STORED_BYTES_MAX) return new Uint8Array(encoded)
  }
  throw new UnusablePicture('has too many details')
}

async function decode(bytes: Uint8Array, type: PictureType): Promise<Pixels> {
  const buffer = new Uint8Array(bytes).buffer
  // The decoders create one, as in a browser.
  Object.assign(globalThis, { ImageData: PixelData })
  try {
    if (type === 'image/jpeg') {
      await initJpeg(await compile('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm'))
      return await decodeJpeg(buffer, { preserveOrientation: true })
    }
    if (type === 'image/png') {
      await initPng(await compile('@jsquash/png/codec/pkg/squoosh_png_bg.wasm'))
      return await decodePng(buffer)
    }
    await initWebp(await compile('@jsquash/webp/codec/dec/webp_dec.wasm'))
    return await decodeWebp(buffer)
  } catch (cause) {
    throw new UnusablePicture(`does not contain a complete image of type ${type}`, { cause })
  }
}

class PixelData implements Pixels {
  readonly data: Uint8ClampedArray
  readonly width: number
  readonly height: number

  constructor(data: Uint8ClampedArray, width: number, height: number) {
    this.data = data
    this.width = width
    this.height = height
  }
}

/** Compiles a module of a package. Its loader would look for it at an address, as in a browser. */
async function compile(name: string): Promise<never> {
  const file = createRequire(import.meta.url).resolve(name)
  // The types of the packages name their second argument only.
  return (await WebAssembly.compile(await readFile(file))) as never
}

/** Returns the square in the middle of an image with `side` pixels: each is the mean of those it covers, weighted by their opacity. */
function toSquare({ width, height, data }: Pixels, side: number): Pixels {
  const edge = Math.min(width, height)
  const left = (width - edge) / 2
  const top = (height - edge) / 2
  const square = new Uint8ClampedArray(side * side * 4)
  const span = (index: number, from: number): [number, number] => {
    const start = Math.floor(from + (index * edge) / side)
    return [start, Math.max(start + 1, Math.floor(from + ((index + 1) * edge) / side))]
  }
  for (let y = 0; y < side; y++) {
    const [y0, y1] = span(y, top)
    for (let x = 0; x < side; x++) {
      const [x0, x1] = span(x, left)
      const sum = [0, 0, 0, 0]
      for (let row = y0; row < y1; row++)
        for (let at = (row * width + x0) * 4; at < (row * width + x1) * 4; at += 4) {
          const opacity = data[at + 3]!
          for (let part = 0; part < 3; part++) sum[part]! += data[at + part]! * opacity
          sum[3]! += opacity
        }
      const at = (y * side + x) * 4
      const opacity = sum[3]!
      for (let part = 0; part < 3; part++) square[at + part] = sum[part]! / (opacity || 1)
      square[at + 3] = opacity / ((y1 - y0) * (x1 - x0))
    }
  }
  return { width: side, height: side, data: square }
}
