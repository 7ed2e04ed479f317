import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createContentCheck } from './create-content-check.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Reads bytes in chunks of the given size; returns whether they are those of the type. */
function isOf(mimeType: string, bytes: Buffer, chunkBytes: number): boolean {
  const check = createContentCheck(mimeType)
  try {
    for (let at = 0; at < bytes.length; at += chunkBytes)
      check.read(bytes.subarray(at, at + chunkBytes))
    check.end()
    return true
  } catch (err) {
    assert.equal((err as { code?: string }).code, 'media_not_usable')
    return false
  }
}

test('bytes are checked against the type, however they are split', () => {
  const document = (part: string) =>
    Buffer.from(`PK\x03\x04 [Content_Types].xml ${part} and the rest`, 'latin1')
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('नमस्ते, hello', 'utf16le')])
  for (const chunkBytes of [1, 7, 19, 4_096]) {
    for (const [mimeType, bytes, expected] of [
      [XLSX, document('xl/workbook.xml'), true],
      [XLSX, document('xl/vbaProject.bin'), false],
      [XLSX, document(`${'a'.repeat(4_057)}vbaProject.bin`), false],
      [XLSX, document(`${'a'.repeat(9_000)}vbaProject.bin`), false],
      [XLSX, Buffer.from('PK\x03\x04 of something else', 'latin1'), false],
      [XLSX, Buffer.from('a text with [Content_Types].xml'), false],
      ['text/plain', Buffer.from('नमस्ते, hello'), true],
      ['text/plain', utf16, true],
      ['text/plain', Buffer.from('a long text with a NUL at its end\0'), false],
      ['text/plain', Buffer.from('MZ'), false],
      ['audio/mpeg', Buffer.from('MZ and a program that is longer'), false],
      ['application/pdf', Buffer.from('%PDF-1.7 and more'), true],
      ['application/pdf', Buffer.from('<html> and no document'), false],
    ] as const)
      assert.equal(
        isOf(mimeType, bytes, chunkBytes),
        expected,
        `${mimeType} ${bytes} ${chunkBytes}`,
      )
  }
})
