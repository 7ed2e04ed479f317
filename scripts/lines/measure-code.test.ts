import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measureCode } from './measure-code.ts'

const measure = (path: string, text: string) => measureCode([{ path, family: 'server', text }])

test('casts and assertions are counted, but no `as const` and no renamed import', () => {
  const source = `import { a as b } from './a.ts'\nexport const one = [b! as string, b!] as const\n`
  const { casts, assertions } = measure('server/one.ts', source)
  assert.deepEqual({ casts, assertions }, { casts: 1, assertions: 2 })
})

test('a function of 101 lines is long, one of 100 is not', () => {
  const body = (lines: number) => `() => {\n${'void 0\n'.repeat(lines - 2)}}\n`
  const source = `export const a = ${body(100)}export const b = ${body(101)}`
  assert.deepEqual(measure('server/a.ts', source).longFunctions, [
    { path: 'server/a.ts', line: 101, lines: 101 },
  ])
})

test('a file is misnamed when it bears the name of none of its exports', () => {
  const paths = ['create-key.ts', 'keys.ts', 'routes.ts', 'CREATE-KEY.ts']
  const misnamed = paths.flatMap((path) => measure(path, 'export const createKey = 1\n').misnamed)
  assert.deepEqual(misnamed, ['keys.ts'])
  assert.deepEqual(measure('server/start.ts', 'void 0\n').misnamed, [])
})
