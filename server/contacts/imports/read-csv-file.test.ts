import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { guessNames } from '#test/guess-names.ts'
import { readCsv } from './read-csv.ts'
import { readCsvFile } from './read-csv-file.ts'

describe('a file of contacts', () => {
  test('is read with a mark, with semicolons, tabs or bars, with quotes and lines within cells', () => {
    const rows = [
      ['Name', 'Note'],
      ['Zoë, "Z"', 'two\r\nlines'],
      ['अनु', '5" pipe; a|b'],
    ]
    const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`
    for (const [delimiter, end] of [
      [',', '\n'],
      [';', '\r\n'],
      ['\t', '\r\n'],
      ['|', '\n'],
    ] as const)
      for (const mark of ['', '\uFEFF', `sep=${delimiter}\r\n`]) {
        const text = mark + rows.map((row) => row.map(quote).join(delimiter)).join(end)
        const file = readCsvFile(Buffer.from(text))
        assert.deepEqual(
          [file.delimiter, file.columns, file.samples],
          [delimiter, rows[0], rows.slice(1)],
        )
        assert.equal(file.rowCount, 2)
      }
    const single = readCsvFile(Buffer.from('phone\n9812345678\n'))
    assert.deepEqual([single.columns, single.rowCount], [['phone'], 1])
  })

  test('has columns that can be told apart, and no rows behind the last one', () => {
    const file = readCsvFile(Buffer.from(' Name ,Name,,Name\na,b,c,d\n,,,\n\n,\n'))
    assert.deepEqual(file.columns, ['Name', 'Name (2)', 'Column 3', 'Name (3)'])
    assert.equal(file.rowCount, 1)
  })

  test('says by its header which column is what', () => {
    assert.deepEqual(
      guessNames([
        'Full Name',
        'Mobile No.',
        'E-mail',
        'UTM Campaign',
        'Lead Source',
        'City',
        'Phone 2',
      ]),
      {
        'Full Name': 'name',
        'Mobile No.': 'phone_e164',
        'E-mail': 'email',
        'UTM Campaign': 'campaign',
        'Lead Source': 'source',
        City: 'fields.City',
        'Phone 2': 'phone_e164',
      },
    )
    assert.deepEqual(
      guessNames(['First name', 'Last Name', 'WhatsApp', 'id', 'created_at', 'Column 3']),
      {
        'First name': 'first_name',
        'Last Name': 'last_name',
        WhatsApp: 'phone_e164',
      },
    )
    assert.deepEqual(guessNames(['नाम', 'मोबाइल नंबर', 'ईमेल']), {
      नाम: 'name',
      'मोबाइल नंबर': 'phone_e164',
      ईमेल: 'email',
    })
  })
})

describe('the rows of a CSV', () => {
  const rowsOf = (text: string, start = 0) => [...readCsv(Buffer.from(text), ';', start)]

  test('are those that another reader of CSV finds, and each starts where the one before ends', () => {
    const options = { delimiter: ';', relax_column_count: true, relax_quotes: true }
    const piece = fc.constantFrom('"', ';', '\n', '\r\n', 'a', 'é', ' ')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const text = pieces.join('')
        const rows = rowsOf(text)
        for (const [index, { end }] of rows.entries())
          assert.deepEqual(rowsOf(text, end), rows.slice(index + 1))
        if (rows.some(({ problem }) => problem)) return
        const expected: unknown = parse(text, { ...options, record_delimiter: ['\r\n', '\n'] })
        assert.deepEqual(
          rows.map(({ cells }) => cells),
          expected,
        )
      }),
      { numRuns: 1_000 },
    )
  })

  test('go on with the next line after one that cannot be read', () => {
    const shown = (text: string) => rowsOf(text).map(({ cells, problem }) => [cells, problem])
    assert.deepEqual(shown('a;b\n"c;d\ne;f\r\n'), [
      [['a', 'b'], undefined],
      [['"c;d'], 'unclosed_quote'],
      [['e', 'f'], undefined],
    ])
    assert.deepEqual(shown(`"${'x'.repeat(1_000_000)}\na;b`), [
      [[`"${'x'.repeat(499)}`], 'row_too_long'],
      [['a', 'b'], undefined],
    ])
  })
})
