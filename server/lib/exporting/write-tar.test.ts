import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { lstat, mkdtemp, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { TAR_END, writeTar } from './write-tar.ts'
import type { TarEntry } from './write-tar.ts'

const folder = await mkdtemp(join(tmpdir(), 'parley-tar-'))
after(() => rm(folder, { recursive: true }))

async function extract(entries: TarEntry[]): Promise<void> {
  const chunks: Uint8Array[] = []
  for await (const chunk of writeTar(entries)) chunks.push(chunk)
  const file = join(folder, 'archive.tar')
  await writeFile(file, Buffer.concat([...chunks, TAR_END]))
  await promisify(execFile)('tar', ['-xf', file, '-C', folder])
}

test('the system’s tar reads files of every size', async () => {
  const at = new Date('2026-03-04T05:06:07Z')
  const sizes = [0, 1, 511, 512, 513, 100_000]
  await extract(
    sizes.map((size) => ({
      name: `folder/${size}.txt`,
      size,
      at,
      content: [Buffer.alloc(size, 'a')],
    })),
  )
  for (const size of sizes)
    assert.equal(await readFile(join(folder, `folder/${size}.txt`), 'utf8'), 'a'.repeat(size))
})

test('content of another size than announced does not break the files behind it', async () => {
  const at = new Date(0)
  await extract([
    { name: 'long', size: 3, at, content: [Buffer.from('ab'), Buffer.from('cdef')] },
    { name: 'short', size: 4, at, content: [Buffer.from('ab')] },
    { name: 'last', size: 2, at, content: [Buffer.from('ok')] },
  ])
  const read = (name: string) => readFile(join(folder, name), 'utf8')
  assert.deepEqual(await Promise.all(['long', 'short', 'last'].map(read)), ['abc', 'ab\0\0', 'ok'])
})

test('a name that does not fit into the header is refused', async () => {
  const entry = { size: 0, at: new Date(0), content: [] }
  await assert.rejects(extract([{ ...entry, name: 'x'.repeat(101) }]), /no name for an archive/)
})

test('folders, links, modes and long names arrive as they were written', async () => {
  const entry = { size: 0, at: new Date(0), content: [] }
  const long = `tree/${'d'.repeat(100)}/${'f'.repeat(100)}`
  await extract([
    { ...entry, name: 'tree/', mode: 0o755 },
    { ...entry, name: 'tree/program', mode: 0o755 },
    { ...entry, name: 'tree/alias', mode: 0o777, link: 'program' },
    { ...entry, name: long, size: 2, content: [Buffer.from('ok')] },
  ])
  const modeOf = async (name: string) => (await lstat(join(folder, name))).mode & 0o777
  assert.deepEqual(
    await Promise.all(['tree', 'tree/program', long].map(modeOf)),
    [0o755, 0o755, 0o600],
  )
  assert.equal(await readlink(join(folder, 'tree/alias')), 'program')
  assert.equal(await readFile(join(folder, long), 'utf8'), 'ok')
  await assert.rejects(
    extract([{ ...entry, name: 'alias', link: 'x'.repeat(101) }]),
    /no link for an archive/,
  )
})
