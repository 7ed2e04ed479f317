// Scans the sources and the packed package of a node as n8n does once it is published: `node scan-package.mjs TOOL SOURCES PACKED`.
import { createRequire } from 'node:module'
import { join } from 'node:path'

const [tool, sources, packed] = process.argv.slice(2)
const scanner = join(tool, 'node_modules/@n8n/scan-community-package/scanner/scanner.mjs')
const { analyzePackage, SOURCE_FILE_PATTERNS } = createRequire(import.meta.url)(scanner)
for (const [folder, patterns] of [
  [sources, SOURCE_FILE_PATTERNS],
  [packed, ['**/*.js', 'package.json']],
]) {
  const { passed, message, details } = await analyzePackage(folder, patterns)
  if (passed && !message) continue
  console.log(folder, message, details)
  process.exitCode = 1
}
