import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '../..')

test('texts and docs write email in one way', () => {
  const files = globSync(['web/text/**/en.ts', 'server/account/mail/english.ts', 'docs/**/*.md'], {
    cwd: ROOT,
  })
  assert.ok(files.length > 100)
  const found = files.filter((file) => /\be-mail/i.test(readFileSync(join(ROOT, file), 'utf8')))
  assert.deepEqual(found, [])
})
