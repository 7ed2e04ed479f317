import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../generator/read-description.ts'
import { packPython } from './pack-python.ts'
import { packTypescript } from './pack-typescript.ts'

/**
 * Returns the packages of the clients by their file names, and their digests as `sha256sum --check` reads them. The bytes depend
 * only on the files of the repository. The npm package also has a name without a version; pip needs one in the name of a wheel.
 */
export async function packClients(): Promise<Record<string, Uint8Array>> {
  const license = readFileSync(join(ROOT, 'LICENSE'))
  const typescript = await packTypescript(join(ROOT, 'client/typescript'), license)
  const python = packPython(join(ROOT, 'client/python'), license)
  const packages: Record<string, Uint8Array> = {
    'parley-client.tgz': typescript.content,
    [typescript.name]: typescript.content,
    [python.name]: python.content,
  }
  const sums = Object.entries(packages).map(([name, content]) => {
    return `${createHash('sha256').update(content).digest('hex')}  ${name}\n`
  })
  return { ...packages, SHA256SUMS: Buffer.from(sums.join('')) }
}
