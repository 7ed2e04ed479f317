import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { listFiles } from './list-files.ts'

/** The attributes of each file in the archive: a regular file that everybody may read. Source: PKWARE APPNOTE 4.4.15. */
const ATTRIBUTES = { os: 3, attrs: 0o100_644 * 0x1_0000, mtime: new Date(1980, 0, 1) }

/**
 * Returns the wheel of the client in `source`, whose `pyproject.toml` describes it. No Python is needed.
 *
 * Source: the "Binary distribution format" and the "Core metadata specifications" of packaging.python.org.
 */
export function packPython(
  source: string,
  license: Uint8Array,
): { name: string; content: Uint8Array } {
  const project = readProject(readFileSync(join(source, 'pyproject.toml'), 'utf8'))
  const name = `${String(project['name']).replaceAll('-', '_')}-${String(project['version'])}`
  const info = `${name}.dist-info`
  const files: Record<string, Uint8Array> = {}
  for (const path of listFiles(join(source, 'src')))
    files[path] = readFileSync(join(source, 'src', path))
  const readme = readFileSync(join(source, 'README.md'), 'utf8')
  files[`${info}/METADATA`] = Buffer.from(`${writeMetadata(project)}\n${readme}`)
  files[`${info}/WHEEL`] = Buffer.from(
    'Wheel-Version: 1.0\nGenerator: parley\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
  )
  files[`${info}/licenses/LICENSE`] = license
  const record = Object.entries(files).map(([path, content]) => {
    const digest = createHash('sha256').update(content).digest('base64url')
    return `${path},sha256=${digest},${content.length}\n`
  })
  files[`${info}/RECORD`] = Buffer.from(`${record.join('')}${info}/RECORD,,\n`)
  return { name: `${name}-py3-none-any.whl`, content: zipSync(files, { level: 9, ...ATTRIBUTES }) }
}

type Project = Readonly<Record<string, string | readonly string[]>>

/** Returns the texts and the lists of texts in the table `project`. Only those forms of TOML are read. */
function readProject(toml: string): Project {
  const [table = ''] = toml.split('[project]\n')[1]?.split('\n[') ?? []
  const values = table.matchAll(/^([\w-]+) = (".*"|\[[^\]]*\])$/gm)
  return Object.fromEntries(
    [...values].map(([, name = '', value = '']) => {
      return [name, JSON.parse(value.replace(/,\s*\]$/, ']')) as string | string[]]
    }),
  )
}

function writeMetadata(project: Project): string {
  const fields: (readonly [name: string, value: string | readonly string[] | undefined])[] = [
    ['Metadata-Version', '2.4'],
    ['Name', project['name']],
    ['Version', project['version']],
    ['Summary', project['description']],
    ['License-Expression', project['license']],
    ['License-File', 'LICENSE'],
    ['Keywords', [project['keywords'] ?? []].flat().join(',')],
    ['Classifier', project['classifiers']],
    ['Requires-Python', project['requires-python']],
    ['Requires-Dist', project['dependencies']],
    ['Description-Content-Type', 'text/markdown'],
  ]
  return fields
    .flatMap(([name, value = []]) => [value].flat().map((each) => `${name}: ${each}\n`))
    .join('')
}
