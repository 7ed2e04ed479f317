/** A command of a check; `mustFail` if the run is good only when the command fails. */
export type Step = { command: readonly string[]; env?: Record<string, string>; mustFail?: true }

/**
 * A check that is run before a release, not with every change. `user` is who must run it, `needs` what must be installed or set.
 * `unskips`: its test files are skipped in all other runs, and in this one no test of them may be.
 */
export type ReleaseCheck = {
  does: string
  needs?: string
  user?: 'root' | 'other than root'
  unskips?: true
  steps: readonly Step[]
}

const testing = (...args: string[]): Step => ({ command: ['npm', 'test', '--', ...args] })
const running = (...args: string[]): Step => ({ command: ['npm', 'run', ...args] })
const LINUX_ROOT = { user: 'root', unskips: true } as const

/** The checks of a release by the word that names each. */
export const RELEASE_CHECKS = {
  schemathesis: {
    does: 'compares Parley with its descriptions in more than 35,000 requests',
    needs: 'Python, network, ten minutes',
    unskips: true,
    steps: [testing('test/schemathesis/schemathesis.test.ts')],
  },
  generators: {
    does: 'generates clients by outside generators, and lets Spectral and Redocly judge the descriptions',
    needs: 'network',
    unskips: true,
    steps: [testing('client/test/outside.test.ts')],
  },
  runtimes: {
    does: 'runs the TypeScript client in Node 20, Bun, Deno, workerd and browsers',
    needs: 'network',
    unskips: true,
    steps: [testing('client/test/runtimes.test.ts')],
  },
  automation: {
    does: 'runs the nodes in a real n8n and a real Node-RED',
    needs: 'network',
    unskips: true,
    steps: [
      { command: ['node', 'integrations/test/tools/install.ts'] },
      testing(
        'integrations/test/n8n/real-n8n.test.ts',
        'integrations/test/node-red/real-node-red.test.ts',
      ),
    ],
  },
  inspector: {
    does: 'connects the MCP Inspector',
    needs: 'network',
    unskips: true,
    steps: [testing('server/mcp/inspector.test.ts')],
  },
  package: {
    does: 'builds the package twice and uses it on a machine without anything else',
    needs: 'Linux, namespaces',
    ...LINUX_ROOT,
    steps: [
      testing('scripts/package/bare-machine.test.ts', 'scripts/package/bundled-postgres.test.ts'),
    ],
  },
  container: {
    does: 'builds the image and starts it',
    needs: 'Linux, buildah',
    ...LINUX_ROOT,
    steps: [testing('test/ops/container.test.ts')],
  },
  'kubernetes-fields': {
    does: "checks each field of the Helm chart's resources against Kubernetes",
    needs: 'helm, kubeconform, KUBERNETES_OPENAPI (the file of its description)',
    unskips: true,
    steps: [testing('test/ops/helm.test.ts')],
  },
  'old-postgres': {
    does: 'installs PostgreSQL 17 and upgrades its data',
    needs: 'network',
    unskips: true,
    steps: [testing('test/acceptance/upgrade-postgres.test.ts')],
  },
  'run-books': {
    does: 'follows the run books of docs/operations/ on two PostgreSQL servers and a shard',
    needs: 'bash, curl, openssl',
    unskips: true,
    steps: [testing('test/docs/run-books.test.ts')],
  },
  'index-use': {
    does: 'lists the indexes that no test has used',
    steps: [
      {
        ...testing('test/acceptance', 'test/contract', 'server'),
        env: { INDEX_USE: 'node_modules/.cache/index-use.jsonl' },
      },
    ],
  },
  sharded: {
    does: 'runs the acceptance and contract tests with their workspaces on shards',
    steps: [{ ...testing('test/acceptance', 'test/contract'), env: { TEST_SHARDED: 'true' } }],
  },
  fonts: {
    does: 'runs all tests with a browser with the other set of fonts',
    needs: 'Linux',
    steps: [{ ...testing('test/web'), env: { TEST_FONTS: 'noto' } }],
  },
  'busy-root': {
    does: 'runs all tests beside three busy loops, as root',
    user: 'root',
    steps: [testing('--busy', '3')],
  },
  'busy-user': {
    does: 'runs all tests beside three busy loops, as another user',
    user: 'other than root',
    steps: [testing('--busy', '3')],
  },
  crash: { does: 'kills each part in turn under load', steps: [running('crash')] },
  'crash-workers': {
    does: 'kills only the two workers, beside receivers that fail',
    steps: [running('crash', '--', '--workers', '--minutes', '10')],
  },
  'crash-instances': {
    does: 'kills two processes that each run all parts',
    steps: [running('crash', '--', '--instances')],
  },
  'crash-sharded': {
    does: 'kills also a second PostgreSQL, on which the workspace lies',
    steps: [running('crash', '--', '--sharded')],
  },
  'crash-planted': {
    does: 'must find the commits that a planted fault loses',
    steps: [{ ...running('crash', '--', '--plant', 'lost-commits'), mustFail: true }],
  },
  chaos: { does: 'sends messages both ways while everything fails', steps: [running('chaos')] },
  drill: {
    does: 'lets database, network, processes and platform fail under load',
    steps: [running('drill')],
  },
  'drill-upgrade': {
    does: 'upgrades the processes of the last release under load, and rolls back',
    needs: 'the history of git',
    steps: [running('drill', '--', 'upgrade')],
  },
  'drill-backup': {
    does: 'backs up under load, loses the machine, restores elsewhere and compares',
    steps: [running('drill', '--', 'backup')],
  },
  'two-servers': {
    does: 'stops, freezes and slows each of two PostgreSQL servers, also behind PgBouncer',
    needs: 'PgBouncer for its part',
    steps: [{ command: ['node', 'test/drill/two-servers.ts'] }],
  },
  soak: { does: 'an hour of steady load', steps: [running('soak')] },
  fuzz: { does: 'sends 100,000 random requests to every route', steps: [running('fuzz')] },
  hostile: {
    does: 'tries every hostile webhook target and counts connections',
    steps: [running('hostile')],
  },
  newcomer: {
    does: 'clones the repository and follows the quickstart of the README',
    needs: 'git, bash, curl, network',
    steps: [running('newcomer')],
  },
} as const satisfies Record<string, ReleaseCheck>

/** The word of a release check. */
export type ReleaseCheckWord = keyof typeof RELEASE_CHECKS
