import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openApi } from '../../scripts/open-api.ts'
import { compareCodes } from './compare-codes.ts'
import { listDeclaredCodes } from './list-declared-codes.ts'
import { createCodeRecorder, readSeenCodes } from './create-code-recorder.ts'
import type { OperationCode } from './create-code-recorder.ts'
import { SOMETIMES_TESTED_CODES } from './sometimes-tested-codes.ts'

const folder = mkdtempSync(join(tmpdir(), 'codes-'))
after(() => rmSync(folder, { recursive: true }))

test('an error that a route lists and that no test got is found', () => {
  const path = join(folder, 'codes.txt')
  const recordInOne = createCodeRecorder(path)
  const recordInOther = createCodeRecorder(path)
  recordInOne('createTag', 'tag_exists')
  recordInOne('createTag', 'tag_exists')
  recordInOther('createTag', 'tag_exists')
  recordInOther('getTag', 'tag_not_found')
  assert.equal(readFileSync(path, 'utf8').split('\n').length, 4)
  const seen = readSeenCodes(path)
  const found = compareCodes({
    declared: ['createTag tag_exists', 'getTag tag_not_found', 'deleteTag tag_not_found'],
    seen,
    sometimes: [],
  })
  assert.deepEqual(found, [
    'deleteTag tag_not_found: the route lists this error, and no test got it.',
  ])
})

test('an error that only some machines can cause is neither missing nor tested', () => {
  const declared = ['uploadMedia media_store_full'] as const
  for (const seen of [new Set<OperationCode>(), new Set(declared)])
    assert.deepEqual(compareCodes({ declared, seen, sometimes: declared }), [])
  const found = compareCodes({ declared: [], seen: new Set(), sometimes: declared })
  assert.deepEqual(found, [
    'uploadMedia media_store_full: no route lists this error. Remove it from test/runner/sometimes-tested-codes.ts.',
  ])
})

test('without a file nothing is recorded or read', () => {
  createCodeRecorder(undefined)('createTag', 'tag_exists')
  assert.deepEqual([...readSeenCodes(join(folder, 'none.txt'))], [])
})

test('the errors of a route are known apart from those of all routes', async () => {
  const declared = await openApi(listDeclaredCodes)
  assert.ok(declared.includes('getConversation conversation_not_found'))
  assert.ok(!declared.includes('getConversation unauthenticated'))
  const listed = new Set(declared)
  assert.deepEqual(
    SOMETIMES_TESTED_CODES.filter((each) => !listed.has(each)),
    [],
  )
})
