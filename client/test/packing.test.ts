import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { unzipSync } from 'fflate'
import { ROOT } from '../generator/read-description.ts'
import { packClients } from '../packing/pack-clients.ts'

const packages = await packClients()
const text = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString()

test('the packages depend only on the repository, and their digests belong to them', async () => {
  assert.deepEqual(await packClients(), packages)
  const { SHA256SUMS: sums, ...others } = packages
  const lines = Object.entries(others).map(
    ([name, content]) => `${createHash('sha256').update(content).digest('hex')}  ${name}\n`,
  )
  assert.equal(text(sums), lines.join(''))
  assert.deepEqual(others['parley-client.tgz'], others['parley-client-0.1.0.tgz'])
})

test('the wheel has every module, and its record names each file with its digest and size', () => {
  const files = unzipSync(packages['parley_client-0.1.0-py3-none-any.whl']!)
  const record = text(files['parley_client-0.1.0.dist-info/RECORD']).trimEnd().split('\n')
  const expected = Object.entries(files).map(([path, content]) => {
    if (path.endsWith('/RECORD')) return `${path},,`
    const digest = createHash('sha256').update(content).digest('base64url')
    return `${path},sha256=${digest},${content.length}`
  })
  assert.deepEqual(record.toSorted(), expected.toSorted())
  const modules = readdirSync(join(ROOT, 'client/python/src/parley'), { withFileTypes: true })
  for (const module of modules.filter((each) => each.isFile()))
    assert.ok(files[`parley/${module.name}`], module.name)
  assert.match(text(files['parley_client-0.1.0.dist-info/WHEEL']), /^Tag: py3-none-any$/m)
})

test('the documents name only packages that are served', () => {
  const named = ['README.md', 'docs', 'client', 'integrations']
    .flatMap((path) =>
      path.endsWith('.md')
        ? [path]
        : readdirSync(join(ROOT, path), { recursive: true, encoding: 'utf8' })
            .filter((name) => name.endsWith('.md') && !name.includes('node_modules'))
            .map((name) => `${path}/${name}`),
    )
    .flatMap((file) => [
      ...readFileSync(join(ROOT, file), 'utf8').matchAll(/docs\/downloads\/([\w.-]*\w)/g),
    ])
    .map(([, name]) => name!)
  assert.ok(named.length >= 4)
  for (const name of named) assert.ok(name in packages, name)
})
