import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findProgram, requirePrograms } from '../require-programs.ts'
import { lacksProgram, listSkipped } from './list-skipped.ts'

test('skipped tests are listed by their reason, those that lack a program last', () => {
  const missing = requirePrograms('sh', 'no-such-program', 'no-other')
  assert.equal(missing, 'missing: no-such-program, no-other')
  assert.deepEqual(
    listSkipped([
      { name: 'pools', reason: missing },
      { name: 'builds', reason: 'on demand: package' },
      { name: 'fills', reason: '' },
      { name: 'runs', reason: 'on demand: package' },
    ]),
    [
      'skipped, on demand: package',
      '  builds',
      '  runs',
      'skipped, without a reason',
      '  fills',
      'skipped, missing: no-such-program, no-other',
      '  pools',
    ],
  )
})

test('only a program that every run needs is missing', () => {
  assert.equal(requirePrograms('sh'), false)
  assert.equal(findProgram('sh'), false)
  assert.equal(lacksProgram(String(requirePrograms('no-such-program'))), true)
  assert.equal(lacksProgram(String(findProgram('no-such-program'))), false)
})
