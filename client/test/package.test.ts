import assert from 'node:assert/strict'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { startProduct } from '#test/acceptance/product.ts'
import { openTempDir, startProgram } from '#test/processes.ts'
import { packTypescript } from '../packing/pack-typescript.ts'

const ROOT = dirname(dirname(import.meta.dirname))
const SOURCE = join(ROOT, 'client/typescript')
const SIZE_MAX = 17 * 1024

const { env, key } = await startProduct()
const folder = await openTempDir()
const installed = join(folder, 'node_modules/@parley/client')
let tarball = ''

async function run(command: [string, ...string[]], variables: Record<string, string> = {}) {
  const program = startProgram(command, variables)
  const { code } = await program.exited
  await program.isRead
  assert.equal(code, 0, `${command.join(' ')}: ${program.stderr()}${program.stdout()}`)
  return program.stdout()
}

before(async () => {
  const { name, content } = await packTypescript(SOURCE, await readFile(join(ROOT, 'LICENSE')))
  tarball = join(folder, name)
  await writeFile(tarball, content)
  await run(['npm', 'install', '--prefix', folder, '--offline', '--no-audit', '--silent', tarball])
})

test('the package has no dependency and at most 17 KB of code when it is compressed', async () => {
  const names = await readdir(installed, { recursive: true })
  const code = await Promise.all(
    names.filter((name) => name.endsWith('.js')).map((name) => readFile(join(installed, name))),
  )
  assert.ok(code.length > 0)
  const size = gzipSync(Buffer.concat(code)).length
  assert.ok(size <= SIZE_MAX, `${size} bytes`)
  const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'))
  assert.equal(manifest.dependencies, undefined)
  for (const name of ['README.md', 'LICENSE', 'dist/index.d.ts'])
    assert.ok(names.includes(name), name)
})

test('the package passes publint and attw without a remark', async () => {
  const { messages, pkg } = await publint({ pkgDir: installed, pack: false, strict: true })
  assert.deepEqual(
    messages.map((each) => formatMessage(each, pkg)),
    [],
  )
  const attw = join(ROOT, 'node_modules', '@arethetypeswrong/cli', 'dist/index.js')
  await run([process.execPath, attw, tarball, '--profile', 'esm-only', '--no-color'])
})

test('a strict program compiles against the types of the package', async () => {
  const program = await readFile(join(import.meta.dirname, 'program.txt'), 'utf8')
  await writeFile(join(folder, 'program.ts'), program)
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  const options = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2022',
  ]
  const types = ['--lib', 'es2022,dom,dom.iterable', '--types', '']
  await run([process.execPath, tsc, ...options, ...types, join(folder, 'program.ts')])
})

test('the examples of its README run', async () => {
  const text = await readFile(join(installed, 'README.md'), 'utf8')
  const examples = [...text.matchAll(/```js\n(.*?)```/gs)].map(([, example]) => example!)
  assert.equal(examples.length, 6)
  const outputs = []
  const variables = { PARLEY_API_KEY: key, PARLEY_URL: `http://localhost:${env['PORT']}` }
  for (const [number, example] of examples.entries()) {
    const file = join(folder, `example-${number}.mjs`)
    await writeFile(file, example)
    outputs.push((await run([process.execPath, file], variables)).trim())
  }
  assert.deepEqual(outputs.slice(0, 3), ['Meera Iyer', '422: not a number', 'Meera Iyer\ntrue'])
  assert.match(outputs[3]!, /^[a-z_]+\.[a-z_]+ true$/)
  assert.equal(outputs[4], 'true')
})
