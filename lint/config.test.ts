import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Files, lintPlanted } from './planted.ts'

const LONG = Array.from({ length: 401 }, (_, line) => `void ${line}\n`).join('')
const PROMISE = 'async function later(): Promise<void> {}\n'

/** The built-in rules the project leans on, each with a file it must report. */
const REFUSED: Record<string, [path: string, source: string]> = {
  'eslint(eqeqeq)': ['server/lib/loose.ts', 'const a: number = 1\nvoid (a == 2)\n'],
  'eslint(max-lines)': ['server/lib/long.ts', LONG],
  'eslint(no-unused-vars)': ['server/lib/unused.ts', 'const a = 1\n'],
  'import(no-cycle)': [
    'server/lib/cycle-a.ts',
    `import { b } from '#lib/cycle-b.ts'\n/** A. */\nexport const a = b\n`,
  ],
  'import(no-default-export)': ['server/lib/default.ts', '/** A. */\nexport default 1\n'],
  'typescript(await-thenable)': ['server/lib/awaits.ts', 'await 1\n'],
  'typescript(consistent-type-imports)': [
    'server/lib/imports.ts',
    `import { URL } from 'node:url'\nlet a: URL | undefined\nvoid a\n`,
  ],
  'typescript(no-explicit-any)': ['server/lib/any.ts', 'const a: any = 1\nvoid a\n'],
  'typescript(no-floating-promises)': ['server/lib/floats.ts', `${PROMISE}later()\n`],
  'typescript(no-misused-promises)': ['server/lib/misuses.ts', `${PROMISE}if (later()) void 0\n`],
  'typescript(switch-exhaustiveness-check)': [
    'server/lib/switches.ts',
    `function a(b: 'x' | 'y'): void {\n  switch (b) {\n    case 'x':\n  }\n}\na('x')\n`,
  ],
  'unicorn(filename-case)': ['server/lib/camelCase.ts', 'void 0\n'],
  'unicorn(prefer-node-protocol)': ['server/lib/bare.ts', `import 'path'\n`],
}

const ACCEPTED: Files = {
  'server/lib/commented.ts': `${'// a line that is no code\n\n'.repeat(300)}void 0\n`,
  'server/lib/awaited.ts': `${PROMISE}await later()\nif (await later().then(() => true)) void 0\n`,
  'server/lib/a.test.ts': `import { after, before, describe, it, test } from 'node:test'
test('a', async () => {})
const body: any = 1
void body
describe('b', () => {
  before(async () => {})
  it('c', async () => {})
  after(async () => {})
})
`,
}

test('every built-in rule reports its planted violation, and the compliant files are clean', async () => {
  const planted = Object.fromEntries(Object.values(REFUSED))
  const other = {
    'server/lib/cycle-b.ts': `import { a } from './cycle-a.ts'\n/** B. */\nexport const b: number = a\n`,
  }
  const findings = await lintPlanted({ ...ACCEPTED, ...other, ...planted })
  for (const [rule, [path]] of Object.entries(REFUSED)) {
    assert.ok(
      findings.some((one) => one.rule === rule && one.file === path),
      `${rule} on ${path}`,
    )
  }
  assert.deepEqual(
    findings.filter(({ file }) => file in ACCEPTED),
    [],
  )
})

test('a cycle of types alone is reported too', async () => {
  const findings = await lintPlanted({
    'server/lib/cycle-a.ts': `import { cycleB } from './cycle-b.ts'\n/** A. */\nexport type CycleA = string\nvoid cycleB\n`,
    'server/lib/cycle-b.ts': `import type { CycleA } from './cycle-a.ts'\n/** B. */\nexport const cycleB: CycleA = ''\n`,
  })
  assert.deepEqual(findings.map(({ rule, file }) => `${file} ${rule}`).toSorted(), [
    'server/lib/cycle-a.ts import(no-cycle)',
    'server/lib/cycle-b.ts import(no-cycle)',
  ])
})

test('a disable comment that disables nothing is reported', async () => {
  const findings = await lintPlanted({
    'server/lib/idle.ts':
      '// oxlint-disable-next-line parley/env-only-in-config -- was needed once\nvoid 0\n',
  })
  assert.match(findings[0]?.message ?? '', /^Unused oxlint-disable directive/)
})

test('a comment in the manner of ESLint cannot configure a rule away', async () => {
  const findings = await lintPlanted({
    'server/lib/configured.ts':
      '/* eslint parley/env-only-in-config: "off" */\nvoid process.env.A\n',
  })
  assert.deepEqual(
    findings.map(({ rule }) => rule),
    ['parley(env-only-in-config)'],
  )
})
