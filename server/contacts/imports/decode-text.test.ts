import assert from 'node:assert/strict'
import { test } from 'node:test'
import { present } from '#lib/present.ts'
import { encodeText, encodeUnicode } from '#test/encode-text.ts'
import { decodeText } from './decode-text.ts'

test('a text in UTF-8, in UTF-16 with or without a mark, or in an older encoding of Windows is read', () => {
  const text = 'Name;Téléphone\nZoë;“98”\n'
  for (const bytes of [...encodeUnicode(text), present(encodeText(text, 'windows-1252'))])
    assert.equal(decodeText(bytes)?.toString(), text)
  const hindi = 'नाम,फ़ोन\nआशा,९८१२३\n'
  assert.equal(decodeText(Buffer.from(hindi, 'utf16le'))?.toString(), hindi)
})

test('of the older encodings, the one in which the columns have known names is taken', () => {
  for (const [text, encoding] of [
    ['Имя;Фамилия;Телефон\nАнна;Ёлкина;1\n', 'windows-1251'],
    ['Adı;Soyadı;Cep Telefonu\nAyşe;Şahin;1\n', 'windows-1254'],
    ['Imię,Nazwisko,Telefon komórkowy\nŁucja,Źrebak,1\n', 'windows-1250'],
    ['الاسم,رقم الجوال\nليلى,1\n', 'windows-1256'],
    ['name,phone\nJosé “Pepe” Núñez,1\n', 'windows-1252'],
  ] as const)
    assert.equal(decodeText(present(encodeText(text, encoding)))?.toString(), text)
})

test('what is no text is refused, however its zeros are spread', () => {
  const bytes = (text: string) => Buffer.from(text, 'latin1')
  for (const binary of [
    '\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\x01\0',
    '\xff\xd8\xff\xe0\0\x10JFIF\0',
    '\xff\xfea\0\0\0',
    'a\x01\xe9',
    'a\0b',
    '\0'.repeat(100),
  ])
    assert.equal(decodeText(bytes(binary)), undefined, JSON.stringify(binary))
  assert.deepEqual(decodeText(Buffer.alloc(0)), Buffer.alloc(0))
})
