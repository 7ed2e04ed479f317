import type { ImportGraph } from './import-graph.ts'

/** Files that no import leads to, although tests depend on them: a change of `files` counts as one of `reaches`. */
type Edge = { files: RegExp; reaches: RegExp }

const EDGES: readonly Edge[] = [
  // Every test database is migrated.
  {
    files: /^server\/db\/(migrations\/|schema\.sql)/,
    reaches: /^(test\/context|server\/db\/migrate)\.ts$/,
  },
  // The web app is built as a whole and is seen in a browser.
  { files: /^(web|shared)\//, reaches: /^test\/web\/browser\.ts$/ },
  // Programs that tests start by a folder's path.
  { files: /^simulator\/(?!.*\.test\.ts$)/, reaches: /^simulator\/main\.ts$/ },
  // Every test of a lint rule reads the whole configuration; the tests of documents read all documents.
  { files: /^(\.oxlintrc\.json$|lint\/(?!.*\.test\.ts$))/, reaches: /^lint\/.*\.test\.ts$/ },
  { files: /\.md$/, reaches: /^(scripts\/check-docs|test\/acceptance\/readme)\.test\.ts$/ },
  { files: /^scripts\//, reaches: /^scripts\/install\.test\.ts$/ },
  // No test reads them.
  {
    files: /^(\.github|bench|docs\/images)\/|^(LICENSE|\.gitignore|\.oxfmtrc\.json)$/,
    reaches: /^$/,
  },
]

/** The set-up of every test. */
const EVERYTHING =
  /^(package(-lock)?\.json|tsconfig\.json|test\/run\.ts|test\/runner\/(?!.*\.test\.ts$).*)$/

/**
 * Returns the test files of `graph` that a change of the files `changed` can affect: those that load one of them,
 * directly or through others. Returns undefined when a changed file has no known effect, so that every test has to run.
 */
export function findAffectedTests(
  graph: ImportGraph,
  changed: readonly string[],
): string[] | undefined {
  const namedBy = new Map<string, string[]>()
  for (const [file, named] of graph)
    for (const each of named) namedBy.set(each, [...(namedBy.get(each) ?? []), file])
  const affected = new Set<string>()
  const queue: string[] = []
  const add = (file: string) => {
    if (affected.has(file)) return
    affected.add(file)
    queue.push(file)
  }
  for (const file of changed) {
    const edges = EDGES.filter(({ files }) => files.test(file))
    const isKnown = graph.has(file) || namedBy.has(file) || edges.length > 0
    if (!isKnown || EVERYTHING.test(file)) return undefined
    add(file)
    for (const each of graph.keys()) if (edges.some(({ reaches }) => reaches.test(each))) add(each)
  }
  for (let file = queue.pop(); file !== undefined; file = queue.pop())
    for (const each of namedBy.get(file) ?? []) add(each)
  return [...affected].filter((file) => file.endsWith('.test.ts') && graph.has(file)).toSorted()
}
