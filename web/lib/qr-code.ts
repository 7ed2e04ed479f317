import { encode } from 'uqr'

/**
 * Returns the QR code of a text of at most 666 bytes: rows of modules, true for dark, without the quiet zone. Encodes
 * bytes at error correction level M in the smallest version. Throws if the text is too long.
 */
export function toQrCode(text: string): boolean[][] {
  return encode(text, { ecc: 'M', border: 0, maxVersion: 20 }).data
}
