import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { TAR_END, writeTar } from '#lib/exporting/write-tar.ts'
import { ROOT } from '../generator/read-description.ts'
import { listFiles } from './list-files.ts'

/** The time of the files in npm's packages, which is always the same. */
const FILES_AT = new Date('1985-10-26T08:15:00Z')

/** Compiles the client in `source` and returns its npm package. */
export async function packTypescript(
  source: string,
  license: Uint8Array,
): Promise<{ name: string; content: Uint8Array }> {
  const manifest = readFileSync(join(source, 'package.json'))
  const { version } = JSON.parse(manifest.toString()) as { version: string }
  const files: Record<string, Uint8Array> = {
    'package.json': manifest,
    'README.md': readFileSync(join(source, 'README.md')),
    LICENSE: license,
  }
  const compiled = await mkdtemp(join(tmpdir(), 'parley-client-'))
  try {
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
    const project = join(source, 'tsconfig.build.json')
    await promisify(execFile)(process.execPath, [tsc, '-p', project, '--outDir', compiled])
    for (const path of listFiles(compiled))
      files[`dist/${path}`] = readFileSync(join(compiled, path))
  } finally {
    await rm(compiled, { recursive: true, force: true })
  }
  const entries = Object.entries(files).map(([path, content]) => ({
    name: `package/${path}`,
    size: content.length,
    at: FILES_AT,
    content: [content],
    mode: 0o644,
  }))
  const parts = await Array.fromAsync(writeTar(entries))
  return {
    name: `parley-client-${version}.tgz`,
    content: gzipSync(Buffer.concat([...parts, TAR_END]), { level: 9 }),
  }
}
