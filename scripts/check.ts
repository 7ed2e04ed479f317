import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { listFiles } from '../test/runner/changed-files.ts'
import { MIGRATIONS, readMigrations } from '../server/db/migrating/read-migrations.ts'
import { parse } from 'yaml'
import { KEY_DESCRIPTION, describeApi } from './describe-api.ts'
import { findBreakingChanges } from './find-breaking-changes.ts'
import { findBrokenDocPaths } from './check-docs.ts'
import {
  BUDGET,
  type Lines,
  countFamilies,
  findBudgetProblems,
} from './lines/find-budget-problems.ts'
import { findUnlistedFiles } from './find-unlisted-files.ts'
import { findUnusedExports } from './find-unused-exports.ts'
import { findUnusedPackages } from './find-unused-packages.ts'
import { formatLines } from './lines/format-lines.ts'
import { readSources } from './lines/read-sources.ts'
import { findLateMigrations, findReleaseProblems } from './release/find-release-problems.ts'
import { listAtCommit, readAtCommit, readReleases } from './release/read-releases.ts'

/** The result of a check: whether it passed, its output, and whether that is shown also when it passed. */
type Outcome = { isPassed: boolean; output: string; isShown?: boolean }

const ROOT = dirname(import.meta.dirname)
/** Files whose exports are loaded by other programs: n8n, Node-RED, the nodes in place of a package, and other runtimes. */
const LOADED =
  /^(integrations\/(n8n\/|node-red\/client\.ts|test\/n8n\/n8n-workflow\.ts)|client\/test\/runtimes\/program\.ts)/
/** The number of checkers of the compiler. Each infers all types itself, and the projects and the linter run at the same time. */
const CHECKERS = String(Math.max(1, Math.floor(availableParallelism() / 4)))
const PROJECTS = ['tsconfig.json', 'web/tsconfig.json', 'client/typescript/tsconfig.json']

/** Runs an installed tool with this Node, so that neither the PATH nor an older Node matters. */
function runTool(script: string, ...args: string[]): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const path = join(ROOT, 'node_modules', script)
    if (!existsSync(path)) {
      reject(new Error(`${path} is missing: run node scripts/install.cjs first`))
      return
    }
    const chunks: Buffer[] = []
    const child = spawn(process.execPath, [path, ...args], { cwd: ROOT })
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.on('error', reject)
    child.on('close', (code) => {
      resolve({ isPassed: code === 0, output: Buffer.concat(chunks).toString() })
    })
  })
}

async function checkTypes(): Promise<Outcome> {
  const projects = PROJECTS.filter((project) => existsSync(join(ROOT, project)))
  const outcomes = await Promise.all(
    projects.map((project) => {
      const cache = join('node_modules/.cache/tsc', `${project.replaceAll('/', '-')}.tsbuildinfo`)
      const incremental = ['--incremental', '--tsBuildInfoFile', cache]
      const options = ['--noEmit', '--checkers', CHECKERS, ...incremental]
      return runTool('typescript/bin/tsc', '-p', project, ...options)
    }),
  )
  return {
    isPassed: outcomes.every(({ isPassed }) => isPassed),
    output: outcomes.map(({ output }) => output).join(''),
  }
}

async function checkDocs(): Promise<Outcome> {
  const broken = findBrokenDocPaths(ROOT)
  const lines = [
    ...broken.map(({ doc, line, path }) => `${doc}:${line}: ${path} does not exist\n`),
    ...findUnlistedFiles(ROOT).map(({ index, path }) => `${index}: has no line for ${path}\n`),
  ]
  return { isPassed: lines.length === 0, output: lines.join('') }
}

/**
 * Looks for migrations that break the rules, such as two with the same number after two changes landed side by side, and for those
 * that the last release would refuse.
 */
async function checkMigrations(): Promise<Outcome> {
  try {
    const names = (await readMigrations(MIGRATIONS)).map(({ name }) => name)
    const { commit } = readReleases(ROOT).at(-1)!
    const released = listAtCommit(ROOT, commit, 'server/db/migrations')
    const late = findLateMigrations(released ?? names, names)
    return { isPassed: late.length === 0, output: late.join('\n') }
  } catch (err) {
    return { isPassed: false, output: (err as Error).message }
  }
}

/** Looks for exports that nothing imports and packages that nothing names. */
async function checkUnused(): Promise<Outcome> {
  const files = listFiles(ROOT)
  const { imports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    imports: Record<string, string>
  }
  const sources = files.filter((file) => /\.([cm]?js|tsx?)$/.test(file) && !LOADED.test(file))
  const lines = [
    ...findUnusedExports(ROOT, sources, imports).map(
      ({ file, line, name }) => `${file}:${line}: nothing imports ${name}: remove its export\n`,
    ),
    ...findUnusedPackages(ROOT, files).map((name) => `package.json: nothing uses ${name}\n`),
  ]
  return { isPassed: lines.length === 0, output: lines.join('') }
}

/**
 * Looks for descriptions and catalogues that are out of date, and for a version and a changelog that do not allow what changed since
 * the last release.
 */
async function checkApi(): Promise<Outcome> {
  const texts = await describeApi()
  const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
  const lines = Object.entries(texts)
    .filter(([path, text]) => read(path) !== text)
    .map(([path]) => `${path} is out of date: run npm run openapi\n`)
  const released = parse(read('docs/openapi/released.yaml'))
  const breaking = findBreakingChanges(released, parse(texts[KEY_DESCRIPTION]!))
  const releases = readReleases(ROOT)
  const problems = findReleaseProblems({
    releases,
    version: (JSON.parse(read('package.json')) as { version: string }).version,
    changelog: read('CHANGELOG.md'),
    releasedChangelog: readAtCommit(ROOT, releases.at(-1)!.commit, 'CHANGELOG.md'),
    breaking,
  })
  return {
    isPassed: lines.length === 0 && problems.length === 0,
    output: [...lines, ...problems.map((problem) => `${problem}\n`)].join(''),
  }
}

/** Counts the lines of code of each family and compares them with the budget. */
async function checkLines(): Promise<Outcome> {
  const lines = countFamilies(readSources(ROOT))
  const budget = JSON.parse(readFileSync(join(ROOT, BUDGET), 'utf8')) as Lines
  const problems = findBudgetProblems(lines, budget)
  return {
    isPassed: problems.length === 0,
    output: `${formatLines(lines, budget)}${problems.join('\n')}`,
    isShown: true,
  }
}

const CHECKS: Record<string, () => Promise<Outcome>> = {
  format: () => runTool('oxfmt/bin/oxfmt', '--check'),
  // A configuration in a subfolder would replace ours for that folder.
  lint: () => runTool('oxlint/bin/oxlint', '--disable-nested-config'),
  types: checkTypes,
  docs: checkDocs,
  migrations: checkMigrations,
  unused: checkUnused,
  api: checkApi,
  lines: checkLines,
}

const passed = await Promise.all(
  Object.entries(CHECKS).map(async ([name, check]) => {
    const startedAt = performance.now()
    const { isPassed, output, isShown } = await check()
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    process.stdout.write(`${isPassed ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)\n`)
    if (!isPassed || isShown) process.stdout.write(`${output.trimEnd()}\n`)
    return isPassed
  }),
)
process.exitCode = passed.every(Boolean) ? 0 : 1
