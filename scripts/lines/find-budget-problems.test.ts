import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countFamilies, findBudgetProblems } from './find-budget-problems.ts'

const SOURCES = [
  { path: 'shared/a.ts', family: 'shared', text: '// a\nexport const a = 1\n' },
  { path: 'server/db/a.ts', family: 'server/db', text: 'export const a = 1\n\nvoid a\n' },
  { path: 'server/db/b.ts', family: 'server/db', text: 'export const b = 1\n' },
]

test('the lines of a family are summed over its files', () => {
  assert.deepEqual(countFamilies(SOURCES), { 'server/db': 3, shared: 1 })
})

test('a family at its number passes, and one line more is a problem', () => {
  const budget = { 'server/db': 3, shared: 1 }
  assert.deepEqual(findBudgetProblems({ 'server/db': 3, shared: 1 }, budget), [])
  assert.deepEqual(findBudgetProblems({ 'server/db': 4, shared: 1 }, budget), [
    'server/db has 4 lines of code, lint/budget.json allows 3',
  ])
})

test('a new family needs a number, and a number needs a family', () => {
  assert.deepEqual(findBudgetProblems({ 'server/db': 3 }, { shared: 1 }), [
    'lint/budget.json: server/db has no number: it has 3 lines of code',
    'lint/budget.json: shared has no files: remove its number',
  ])
})
