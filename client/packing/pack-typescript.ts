import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compile } from './compile.ts'
import { packTar } from './pack-tar.ts'

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
  const compiled = await compile(join(source, 'tsconfig.build.json'))
  for (const [path, content] of Object.entries(compiled)) files[`dist/${path}`] = content
  return { name: `parley-client-${version}.tgz`, content: await packTar('package', files) }
}
