import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toCleanName, toSafeFilename } from './to-safe-filename.ts'

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

test('a name keeps an ending of its type, and gets one in place of any other', () => {
  for (const [name, type, expected] of [
    ['photo.png', 'image/png', 'photo.png'],
    ['IMG 01.JPEG', 'image/jpeg', 'IMG 01.JPEG'],
    ['Angebot für Sie.pdf', 'application/pdf', 'Angebot für Sie.pdf'],
    ['चालान.txt', 'text/plain; charset=utf-8', 'चालान.txt'],
    ['order.hta', 'text/plain', 'order.hta.txt'],
    ['order.js', 'text/plain', 'order.js.txt'],
    ['order.png.lnk', 'text/plain', 'order.png.lnk.txt'],
    ['order.docm', DOCX, 'order.docm.docx'],
    ['invoice.pdf.exe', 'application/pdf', 'invoice.pdf.exe.pdf'],
    ['order.hta. .', 'text/plain', 'order.hta.txt'],
    ['notes', 'text/plain', 'notes.txt'],
    ['list.csv', 'application/vnd.ms-excel', 'list.csv'],
    ['setup.exe', 'application/x-msdownload', 'setup.exe.bin'],
    ['setup.exe', null, 'setup.exe.bin'],
    ['archive.zip', 'application/octet-stream', 'archive.zip'],
    ['__proto__', 'constructor', '__proto__.bin'],
  ] as const)
    assert.equal(toSafeFilename(name, type), expected)
})

test('a name has no invisible characters and none of a path', () => {
  const mirrored = 'invoice\u202Egnp.exe.txt'
  assert.equal(toSafeFilename(mirrored, 'text/plain'), 'invoicegnp.exe.txt')
  assert.equal(toSafeFilename('a\r\nb\0c\u200B\uFEFF.txt', 'text/plain'), 'abc.txt')
  assert.equal(toSafeFilename('../../etc/passwd', 'text/plain'), '_.._etc_passwd.txt')
  assert.equal(toSafeFilename('C:\\a"b<c>.txt', 'text/plain'), 'C__a_b_c_.txt')
  assert.equal(
    toSafeFilename('invoice.pdf \u3000\u00A0 .exe', 'application/pdf'),
    'invoice.pdf .exe.pdf',
  )
  assert.equal(toSafeFilename('half\uD83D.txt', 'text/plain'), 'half.txt')
  assert.equal(toCleanName('order\u202E\n.hta'), 'order.hta')
})

test('a name is never empty, hidden, that of a device, or too long', () => {
  assert.equal(toSafeFilename('\u202E', 'image/png'), 'file.png')
  assert.equal(toSafeFilename('.png', 'image/png'), 'png.png')
  assert.equal(toSafeFilename('.htaccess', 'text/plain'), 'htaccess.txt')
  assert.equal(toSafeFilename('CON.txt', 'text/plain'), '_CON.txt')
  assert.equal(toSafeFilename('aux.x.txt', 'text/plain'), '_aux.x.txt')
  const long = toSafeFilename(`${'न'.repeat(5_000)}.pdf`, 'application/pdf')
  assert.ok(Buffer.byteLength(long) <= 200 && /^न+\.pdf$/.test(long), long)
  assert.ok(toSafeFilename(`${'😀'.repeat(2_000)}.pdf`, 'application/pdf').isWellFormed())
})

test('a safe name stays the same', () => {
  for (const name of ['order.hta', 'a'.repeat(900), '..', 'CON', `${'😀'.repeat(80)}.exe`]) {
    const safe = toSafeFilename(name, 'text/plain')
    assert.equal(toSafeFilename(safe, 'text/plain'), safe)
  }
})
