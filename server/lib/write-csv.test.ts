import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvHead, csvLines } from './write-csv.ts'

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

test('an empty cell, a comma and a quotation mark are read back as they were', () => {
  assert.equal(csvLines([[null, 'a,b', 'c"d']]), ',"a,b","c""d"\r\n')
})
