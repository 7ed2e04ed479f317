import { readFileSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Description } from '../generator/description.ts'
import { writeGenerated } from '../generator/write-generated.ts'
import { writeN8n } from '../generator/write-n8n.ts'
import { compile } from './compile.ts'
import { listFiles } from './list-files.ts'
import { packTar } from './pack-tar.ts'

/** Options of the compiler. Types are not checked, because those of n8n are not installed. */
const OPTIONS = ['--noCheck', '--types', '', '--declaration', 'false']
/** The folders with what a build of n8n copies: pictures and descriptions of nodes. */
const COPIED = /^(?:icons|nodes)\/(?!.*\/generated\/).*\.(?:svg|json)$/

/**
 * Returns the npm package of the n8n nodes in `source`, with operations generated from the description. It needs none of n8n's own
 * tools; a release check lints and checks the sources with them.
 */
export async function packN8n(source: string, description: Description): Promise<Uint8Array> {
  const files: Record<string, Uint8Array> = {}
  for (const name of ['package.json', 'README.md', 'LICENSE.md'])
    files[name] = readFileSync(join(source, name))
  const folder = await mkdtemp(join(tmpdir(), 'parley-n8n-'))
  try {
    for (const name of ['credentials', 'icons', 'nodes', 'package.json', 'tsconfig.json'])
      await cp(join(source, name), join(folder, name), { recursive: true })
    writeGenerated(folder, { 'nodes/Parley/generated': writeN8n(description) })
    for (const [path, content] of Object.entries(await compile(folder, OPTIONS)))
      if (path.endsWith('.js')) files[`dist/${path}`] = content
    for (const path of listFiles(folder).filter((each) => COPIED.test(each)))
      files[`dist/${path}`] = readFileSync(join(folder, path))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return packTar('package', files)
}
