import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readDescription, ROOT } from '../generator/read-description.ts'
import { writeBruno } from '../generator/write-bruno.ts'
import { packN8n } from './pack-n8n.ts'
import { packNodeRed } from './pack-node-red.ts'
import { packPython } from './pack-python.ts'
import { packTar } from './pack-tar.ts'
import { packTypescript } from './pack-typescript.ts'

/**
 * Returns the packages of the clients and integrations by their file names, and their digests as `sha256sum --check` reads them. The
 * bytes depend only on the files of the repository. The client for TypeScript also has a name without a version; pip needs one in the
 * name of a wheel.
 */
export async function packClients(): Promise<Record<string, Uint8Array>> {
  const license = readFileSync(join(ROOT, 'LICENSE'))
  const typescript = await packTypescript(join(ROOT, 'client/typescript'), license)
  const python = packPython(join(ROOT, 'client/python'), license)
  const description = readDescription()
  const packages: Record<string, Uint8Array> = {
    'parley-client.tgz': typescript.content,
    [typescript.name]: typescript.content,
    [python.name]: python.content,
    'n8n-nodes-parley.tgz': await packN8n(join(ROOT, 'integrations/n8n'), description),
    'parley-node-red.tgz': await packNodeRed(join(ROOT, 'integrations/node-red'), license),
    'parley-bruno.tgz': await packTar('parley-bruno', toBytes(writeBruno(description))),
  }
  const sums = Object.entries(packages).map(([name, content]) => {
    return `${createHash('sha256').update(content).digest('hex')}  ${name}\n`
  })
  return { ...packages, SHA256SUMS: Buffer.from(sums.join('')) }
}

function toBytes(files: Readonly<Record<string, string>>): Record<string, Uint8Array> {
  const entries = Object.entries(files)
  return Object.fromEntries(entries.map(([path, text]) => [path, Buffer.from(text)]))
}
