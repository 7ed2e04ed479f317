import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filterGroups } from './palette-entries.ts'

const entry = (label: string) => ({ id: label, label, run: () => undefined })
const groups = [
  {
    id: 'pages',
    label: 'Pages',
    entries: [entry('Audit log'), entry('Channels'), entry('Sécurité')],
  },
  { id: 'app', label: 'App', entries: [entry('Language: हिन्दी'), entry('Mark [read]')] },
]
const found = (text: string) =>
  filterGroups(groups, text).flatMap(({ entries }) => entries.map(({ id }) => id))

test('a command is found by the beginnings of its words, in any order, case and script', () => {
  assert.deepEqual(found('aud'), ['Audit log'])
  assert.deepEqual(found('LOG audit'), ['Audit log'])
  assert.deepEqual(found('securite'), ['Sécurité'])
  assert.deepEqual(found('हिन्दी'), ['Language: हिन्दी'])
  assert.deepEqual(found('read'), ['Mark [read]'])
  assert.deepEqual(found('hannels'), [])
  assert.deepEqual(found('(.*'), [])
  assert.equal(found('').length, 5)
})

test('groups without an entry are left out', () => {
  assert.deepEqual(
    filterGroups(groups, 'audit').map(({ id }) => id),
    ['pages'],
  )
})
