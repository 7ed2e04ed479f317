import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const dist = fileURLToPath(new URL('../../web/dist', import.meta.url))

/** Returns the scripts that `index.html` names: those that the inbox loads before it shows its list. */
function scriptsOfFirstScreen(): string[] {
  const html = readFileSync(`${dist}/index.html`, 'utf8')
  return [...html.matchAll(/(?:src|href)="(\/[^"]+\.js)"/g)].map(([, path]) => path!)
}

test('the first screen loads at most 161 KB of script, compressed', () => {
  const sizes = scriptsOfFirstScreen().map((path) => ({
    path,
    bytes: statSync(`${dist}${path}.br`).size,
  }))
  assert.equal(sizes.length, 3, 'the theme, the app and the inbox')
  const bytes = sizes.reduce((sum, each) => sum + each.bytes, 0)
  assert.ok(bytes <= 161_000, JSON.stringify(sizes))
})

test('the scripts of the first screen wait for no other script', () => {
  const paths = scriptsOfFirstScreen()
  const imported = paths.flatMap((path) => {
    const code = readFileSync(dist + path, 'utf8')
    return [...code.matchAll(/(?:^|[;}\s])import[^()]*?[`"']\.\/([^`"']+)[`"']/g)]
  })
  assert.ok(imported.length > 0, 'the inbox imports the app')
  for (const [, name] of imported)
    assert.ok(paths.includes(`/assets/${name}`), `the inbox waits for ${name}`)
})
