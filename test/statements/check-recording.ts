import { createHash } from 'node:crypto'
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadModule } from 'libpg-query'
import { TABLE_HOMES } from '#db/table-homes.ts'
import { KNOWN_STATEMENTS } from './known-exceptions.ts'
import type { Recording } from './record-statements.ts'
import { checkStatement, RULES } from './rules.ts'
import type { Findings } from './rules.ts'

const ROOT = join(import.meta.dirname, '../..')
const FOLDER = join(ROOT, 'node_modules/.cache/parley-statements')
const GUARD = '../../server/db/visibility'
const RULES_FILES = [
  'rules.ts',
  'source.ts',
  'read-query.ts',
  `${GUARD}/find-mentions.ts`,
  `${GUARD}/read-tokens.ts`,
]

/**
 * Returns a message for each rule that a statement or a transaction of the code breaks, except known ones. Findings are
 * kept in a file, so that a run reads each statement once.
 */
export async function checkRecording(recording: Recording): Promise<string[]> {
  const findings = await findAll([...recording.statements.values()].map(({ text }) => text))
  const problems = new Set<string>()
  for (const { text, home, file } of recording.statements.values()) {
    const other = home === 'both' || isTest(file) ? undefined : findOther(findings.get(text)!, home)
    if (other) problems.add(`${file}: ${other} is not in the database of the ${home}\n${text}`)
    for (const { rule, what } of isTest(file) ? [] : findings.get(text)!.broken)
      if (!KNOWN_STATEMENTS.some((known) => known.rule === rule && known.what === what))
        problems.add(`${file}: ${what}: ${RULES[rule]}\n${text}`)
  }
  for (const { file, home, statements } of recording.transactions.values()) {
    const homes = homesOf([...statements].map(({ text }) => findings.get(text)!))
    const isMixed = homes.has('tenant') && homes.has('directory')
    if (isMixed && home !== 'both' && !isTest(file))
      problems.add(`${file}: a transaction uses tables of one home: tenant or directory`)
  }
  return [...problems]
}

/** Returns a table of a statement that is in the other database than `home`. */
function findOther({ tables }: Findings, home: 'tenant' | 'directory'): string | undefined {
  const other = home === 'tenant' ? 'directory' : 'tenant'
  return tables.find((table) => TABLE_HOMES[table as keyof typeof TABLE_HOMES] === other)
}

function homesOf(findings: Findings[]): Set<string> {
  const tables = findings.flatMap((each) => each.tables)
  return new Set(tables.map((table) => TABLE_HOMES[table as keyof typeof TABLE_HOMES]))
}

async function findAll(texts: string[]): Promise<Map<string, Findings>> {
  const files = RULES_FILES.map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
  const rules = hash(files.join('') + JSON.stringify(TABLE_HOMES))
  const path = join(FOLDER, `${rules}.jsonl`)
  const kept = readKept(path)
  const unknown = texts.filter((text) => !kept.has(hash(text)))
  if (unknown.length > 0) await loadModule()
  const fresh = unknown.map((text) => [hash(text), checkStatement(text)] as const)
  mkdirSync(FOLDER, { recursive: true })
  if (fresh.length > 0)
    appendFileSync(path, fresh.map((each) => `${JSON.stringify(each)}\n`).join(''))
  const all = new Map([...kept, ...fresh])
  return new Map(texts.map((text) => [text, all.get(hash(text))!]))
}

function readKept(path: string): Map<string, Findings> {
  let lines: string[]
  try {
    // Another process may still be writing the last line.
    lines = readFileSync(path, 'utf8').split('\n').slice(0, -1)
  } catch {
    return new Map()
  }
  return new Map(lines.map((line) => JSON.parse(line) as [string, Findings]))
}

function hash(text: string): string {
  return createHash('sha1').update(text).digest('base64url')
}

function isTest(file: string): boolean {
  return file === 'test' || file.endsWith('.test.ts')
}
