/**
 * Encodes a text in an encoding with a byte for each character, such as `windows-1252`; undefined if it lacks one of the characters.
 */
export function encodeText(text: string, encoding: string): Buffer | undefined {
  const all = new TextDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))
  const bytes = [...text].map((character) => all.indexOf(character))
  return bytes.includes(-1) ? undefined : Buffer.from(bytes)
}

/** Returns a text in each encoding of Unicode that programs write files in: UTF-8 and both orders of UTF-16, with and without a mark. */
export function encodeUnicode(text: string): Buffer[] {
  return [text, `\uFEFF${text}`].flatMap((marked) => [
    Buffer.from(marked),
    Buffer.from(marked, 'utf16le'),
    Buffer.from(marked, 'utf16le').swap16(),
  ])
}
