import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvHead, csvLines, inertCell } from './csv-lines.ts'

test('a CSV file starts with a byte order mark and ends its lines in CRLF', () => {
  assert.equal(csvHead(['id', 'name']), '\uFEFFid,name\r\n')
  assert.equal(csvLines([]), '')
})

test('a cell that a spreadsheet would run gets an apostrophe, a number or a time does not', () => {
  const at = new Date('2026-03-20T10:00:00.000Z')
  assert.equal(
    csvLines([
      ['=1+1', ' @sum', '＝1'],
      [-5, '+919812345678', at],
    ]),
    "'=1+1,' @sum,'＝1\r\n-5,+919812345678,2026-03-20T10:00:00.000Z\r\n",
  )
})

test('a formula behind a character at which another spreadsheet splits gets an apostrophe', () => {
  for (const [cell, expected] of [
    [';=1', ";'=1"],
    ['a;b; @sum', "a;b;' @sum"],
    ['a\t+cmd', "a\t'+cmd"],
    ['a\r\n=1', "a\r'\n'=1"],
    ['a;"=1', 'a;\'"=1'],
    ['a;;=1;－2', "a;;'=1;'－2"],
    ['a; b = c; d@e', 'a; b = c; d@e'],
    ['call; +919812345678; -5\n+4411', 'call; +919812345678; -5\n+4411'],
  ] as const)
    assert.equal(inertCell(cell), expected)
  // Whatever it splits at, no cell of such a spreadsheet begins with a formula.
  for (const delimiter of [';', '\t', '\n'])
    for (const text of ['x;=1', '"x;"=1', 'x\n=1\t@a;-b', '\t;\n=1', ';"";=1'])
      for (const cell of csvLines([['a', text]]).split(delimiter))
        assert.doesNotMatch(cell, /^[\s"]*[=+\-@]/, JSON.stringify([text, delimiter]))
})

test('an empty cell, a comma and a quotation mark are read back as they were', () => {
  assert.equal(csvLines([[null, 'a,b', 'c"d']]), ',"a,b","c""d"\r\n')
})
