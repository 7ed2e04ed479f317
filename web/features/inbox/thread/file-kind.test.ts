import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileKind } from './file-kind.ts'

const OFFICE = 'application/vnd.openxmlformats-officedocument'

test('the type of a file is the one that people know, from its MIME type or else from its name', () => {
  const typeOf = (mimeType: string | null, name: string | null = null) =>
    fileKind({ mimeType, name }).type
  assert.equal(typeOf('application/pdf'), 'PDF')
  assert.equal(typeOf(`${OFFICE}.spreadsheetml.sheet`), 'XLSX')
  assert.equal(typeOf(`${OFFICE}.wordprocessingml.document`), 'DOCX')
  assert.equal(typeOf('text/plain; charset=utf-8'), 'TXT')
  assert.equal(typeOf('application/octet-stream', 'plan.dwg'), 'DWG')
  assert.equal(typeOf(null, 'no extension'), null)
})

test('files of one kind have one icon', () => {
  const iconOf = (mimeType: string | null, name: string | null = null) =>
    fileKind({ mimeType, name }).icon
  assert.equal(iconOf('application/pdf'), iconOf(null, 'Invoice.PDF'))
  assert.equal(iconOf('application/vnd.ms-excel'), iconOf(null, 'prices.xlsx'))
  assert.equal(iconOf('application/x-zip-compressed'), iconOf(null, 'all.zip'))
  assert.notEqual(iconOf('application/pdf'), iconOf('application/x-unknown'))
})
