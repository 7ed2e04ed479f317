import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countCodeLines } from './count-code-lines.ts'

const SOURCE = `#!/usr/bin/env node
/**
 * A docstring.
 */
const url = 'https://example.com' // a comment after code

// a line comment
const text = \`
// a line of text

\${url /* a comment in code */}\`
/* a comment before code */ const pattern = /\\/\\*/
/* over
   two lines */ void [text, pattern]
`

test('only lines with code are counted: no comments, no blank lines, but texts that look like comments', () => {
  assert.equal(countCodeLines('a.ts', SOURCE), 6)
})

test('a comment between the tags of JSX counts its braces', () => {
  const source = 'export const a = (\n  <b>\n    {/* a comment */}\n    // text\n  </b>\n)\n'
  assert.equal(countCodeLines('a.tsx', source), 6)
})

test('a file that cannot be parsed is an error with its path', () => {
  assert.throws(() => countCodeLines('broken.ts', 'const ='), /^Error: broken\.ts: /)
})
