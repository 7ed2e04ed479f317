import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { guessMapping } from './guess-mapping.ts'
import { readCsvFile } from './read-csv-file.ts'

describe('a file of contacts', () => {
  test('is read with a mark, with semicolons, tabs or bars, with quotes and lines within cells', async () => {
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
        const file = await readCsvFile(Buffer.from(text))
        assert.deepEqual(
          [file.delimiter, file.columns, file.samples],
          [delimiter, rows[0], rows.slice(1)],
        )
        assert.equal(file.rowCount, 2)
      }
    const single = await readCsvFile(Buffer.from('phone\n9812345678\n'))
    assert.deepEqual([single.columns, single.rowCount], [['phone'], 1])
  })

  test('has columns that can be told apart, and no rows behind the last one', async () => {
    const file = await readCsvFile(Buffer.from(' Name ,Name,,Name\na,b,c,d\n,,,\n\n,\n'))
    assert.deepEqual(file.columns, ['Name', 'Name (2)', 'Column 3', 'Name (3)'])
    assert.equal(file.rowCount, 1)
  })

  test('says by its header which column is what', () => {
    assert.deepEqual(
      guessMapping([
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
        'Phone 2': 'fields.Phone 2',
      },
    )
    assert.deepEqual(
      guessMapping(['First name', 'Last Name', 'WhatsApp', 'id', 'created_at', 'Column 3']),
      {
        'First name': 'first_name',
        'Last Name': 'last_name',
        WhatsApp: 'phone_e164',
      },
    )
    assert.deepEqual(guessMapping(['नाम', 'मोबाइल नंबर', 'ईमेल']), {
      नाम: 'name',
      'मोबाइल नंबर': 'phone_e164',
      ईमेल: 'email',
    })
  })
})
