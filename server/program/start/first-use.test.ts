import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'

const SERVER = join(import.meta.dirname, '../..')

/** Loads the parts of the product, and prints the packages whose modules were loaded. */
const code = `
  import { registerHooks } from 'node:module'
  const names = new Set()
  registerHooks({
    load(url, context, next) {
      const name = /.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1]
      if (name) names.add(name)
      return next(url, context)
    },
  })
  for (const part of ['start', 'api', 'ingest', 'worker']) await import(process.argv[1] + '/' + part + '.ts')
  process.stdout.write([...names].join(' '))`

/** Packages that many processes never need. Each takes megabytes of memory, and a part of the start. */
const ON_FIRST_USE = [
  '@modelcontextprotocol/server',
  '@opentelemetry/sdk-trace',
  '@scalar/fastify-api-reference',
  '@simplewebauthn/server',
  'highlight.js',
  'jose',
  'marked',
  'nodemailer',
  'openid-client',
  's3mini',
  'web-push',
  'zod',
]

test('a start loads no package that only some requests need', () => {
  const args = ['--input-type=module', '--eval', code, SERVER]
  const loaded = execFileSync(process.execPath, args, { encoding: 'utf8' }).split(' ')
  assert.ok(loaded.includes('fastify'))
  assert.deepEqual(
    ON_FIRST_USE.filter((name) => loaded.includes(name)),
    [],
  )
})
