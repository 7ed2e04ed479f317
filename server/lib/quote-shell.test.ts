import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { quoteShell } from './quote-shell.ts'

test('a shell reads any text back unchanged', () => {
  const texts = [
    '',
    "it's",
    "''''",
    '"$HOME" `id` $(id) \\ \\n \\\' !! * ? ~ #x; & | < > {a,b} [x]',
    'line\nline\r\nline\n',
    '\n',
    'नमस्ते 👋 \u2028 \uFEFF',
    '-n',
    '\u0001\u001b[31m\t\u007f',
    JSON.stringify({ text: 'O\'Brien said: "hi"\\\n' }),
  ]
  for (const text of texts) {
    const read = execFileSync('sh', ['-c', `printf '%s' ${quoteShell(text)}`], { encoding: 'utf8' })
    assert.equal(read, text)
  }
  for (let code = 1; code < 0x80; code++) {
    const text = `a${String.fromCharCode(code)}b`
    assert.equal(quoteShell(text).replaceAll(`'\\''`, `'`).slice(1, -1), text)
  }
})

test('text that a shell argument cannot contain is rejected', () => {
  assert.throws(() => quoteShell('a\0b'), /NUL/)
})
