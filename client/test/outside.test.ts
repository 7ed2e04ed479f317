import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import { startProduct } from '#test/acceptance/product.ts'
import { testPhone } from '#test/factories.ts'
import { textPayload } from '#test/outside.ts'
import { openTempDir } from '#test/processes.ts'
import { onlyInReleaseCheck } from '#test/only-in-release-check.ts'
import { waitFor } from '#test/wait-for.ts'
import { ROOT } from '../generator/read-description.ts'
import { catchWebhook } from './catch-webhook.ts'

const PROGRAMS = join(import.meta.dirname, 'outside')
const DESCRIPTION = join(ROOT, 'docs/openapi/api.yaml')
/** The descriptions, and the least points out of 100 that Redocly gives to each. */
const SCORES = new Map([
  [DESCRIPTION, 88],
  [join(ROOT, 'docs/openapi/sessions.yaml'), 85],
])
const DESCRIPTIONS = [...SCORES.keys()]
/** The output of the program, which is the same in each language. */
const EXPECTED = [
  'created Meera',
  'conversations 2',
  'sent Hello',
  'refused 422',
  'verified true',
  'event Hook',
]
const skip = onlyInReleaseCheck('generators')
const start = promisify(execFile)

describe(
  'an outside generator writes code that compiles and works, without a warning',
  { skip },
  () => {
    if (skip) return
    const product = startProduct()

    test('openapi-typescript', async () => {
      const cwd = await openTempDir()
      const packages = ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0', 'typescript@5.9.3']
      await writeFile(join(cwd, 'package.json'), '{ "type": "module" }')
      await run(cwd, 'npm', 'install', '--silent', ...packages, '@types/node@24')
      const bin = (name: string) => join(cwd, 'node_modules/.bin', name)
      assertNoWarning(await run(cwd, bin('openapi-typescript'), DESCRIPTION, '-o', 'api.d.ts'))
      await cp(join(PROGRAMS, 'program.txt'), join(cwd, 'program.ts'))
      const options = ['--strict', '--exactOptionalPropertyTypes', '--target', 'es2022']
      await run(cwd, bin('tsc'), ...options, '--module', 'nodenext', 'program.ts')
      await assertWorks(cwd, process.execPath, 'program.js')
    })

    test('openapi-python-client', async () => {
      const cwd = await openTempDir()
      const bin = (name: string) => join(cwd, 'venv/bin', name)
      await run(cwd, 'python3', '-m', 'venv', 'venv')
      const packages = ['openapi-python-client==0.29.1', 'mypy==2.4.1']
      await run(cwd, bin('pip'), 'install', '--quiet', '--disable-pip-version-check', ...packages)
      await writeFile(join(cwd, 'config.yaml'), 'post_hooks: []\n')
      const files = ['--path', DESCRIPTION, '--output-path', 'parley_api']
      const options = ['--meta', 'none', '--config', 'config.yaml', '--fail-on-warning']
      assertNoWarning(
        await run(cwd, bin('openapi-python-client'), 'generate', ...files, ...options),
      )
      await cp(join(PROGRAMS, 'program.py'), join(cwd, 'program.py'))
      // Its own client.py does not pass.
      const strict = ['--strict', '--follow-imports', 'silent', 'program.py']
      await run(cwd, bin('mypy'), ...strict)
      await assertWorks(cwd, bin('python'), 'program.py')
    })

    test('oapi-codegen', async () => {
      const cwd = await openTempDir()
      await mkdir(join(cwd, 'parley'))
      const configuration = {
        package: 'parley',
        generate: { models: true, client: true },
        // It would otherwise leave out the parameters that only webhooks have.
        'output-options': { 'skip-prune': true },
        output: 'parley/parley.go',
      }
      await writeFile(join(cwd, 'config.yaml'), JSON.stringify(configuration))
      await cp(join(PROGRAMS, 'main.go'), join(cwd, 'main.go'))
      await run(cwd, 'go', 'mod', 'init', 'example.com/program')
      const generator = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2'
      assertNoWarning(await run(cwd, 'go', 'run', generator, '-config', 'config.yaml', DESCRIPTION))
      await run(cwd, 'go', 'get', 'github.com/oapi-codegen/runtime@v1.9.0')
      await run(cwd, 'go', 'vet', './...')
      await run(cwd, 'go', 'build', '-o', 'program', '.')
      await assertWorks(cwd, join(cwd, 'program'))
    })

    async function assertWorks(cwd: string, command: string, ...args: string[]): Promise<void> {
      const { admin, api, env, key, phoneNumberId, postSigned } = await product
      const messages = ['919876500012', '919876500013'].map((from) => {
        return { id: `wamid.${from}`, from, name: 'Meera', text: 'Hi' }
      })
      await postSigned(textPayload(phoneNumberId, messages))
      await waitFor(async () => (await api('GET /api/v1/chats')).body.data.length === 2)
      const { body, header, secret } = await catchWebhook(admin, api)
      const variables = {
        PARLEY_URL: `http://127.0.0.1:${env['PORT']}`,
        PARLEY_API_KEY: key,
        PHONE: testPhone(),
        BODY: body,
        SIGNATURE: header,
        SECRET: secret,
      }
      const { stdout } = await start(command, args, { cwd, env: { ...process.env, ...variables } })
      assert.deepEqual(stdout.trim().split('\n'), EXPECTED)
    }
  },
)

describe('an outside tool finds no fault with the descriptions of the API', { skip }, () => {
  if (skip) return

  test('Spectral says nothing', async () => {
    const cwd = await openTempDir()
    await run(
      cwd,
      'npm',
      'install',
      '--silent',
      '--ignore-scripts',
      '@stoplight/spectral-cli@6.16.3',
    )
    const rules = { extends: ['spectral:oas'], rules: { 'oas3-parameter-description': 'warn' } }
    await writeFile(join(cwd, 'rules.yaml'), JSON.stringify(rules))
    const options = ['--ruleset', 'rules.yaml', '--fail-severity', 'hint']
    await run(cwd, join(cwd, 'node_modules/.bin/spectral'), 'lint', ...options, ...DESCRIPTIONS)
  })

  test('Redocly gives enough points', async (t) => {
    const cwd = await openTempDir()
    await run(cwd, 'npm', 'install', '--silent', '--ignore-scripts', '@redocly/cli@2.77.0')
    for (const [description, least] of SCORES) {
      const args = ['score', description, '--format', 'json']
      const { stdout } = await start(join(cwd, 'node_modules/.bin/redocly'), args, {
        cwd,
        maxBuffer: 50_000_000,
      })
      const { agentReadiness } = JSON.parse(stdout) as { agentReadiness: number }
      t.diagnostic(`${basename(description)}: ${agentReadiness}`)
      assert.ok(agentReadiness >= least, `${description}: ${agentReadiness}`)
    }
  })
})

/** Runs a command of a tool and returns its output. Throws it if the command fails. */
async function run(cwd: string, command: string, ...args: string[]): Promise<string> {
  const options = { cwd, timeout: 300_000, maxBuffer: 50_000_000 }
  const { stdout, stderr } = await start(command, args, options).catch((err: unknown) => {
    const { stdout: output, stderr: errors } = err as { stdout: string; stderr: string }
    throw new Error(`${command} ${args.join(' ')} failed:\n${output}\n${errors}`, { cause: err })
  })
  return stdout + stderr
}

function assertNoWarning(output: string): void {
  assert.doesNotMatch(output, /warn|error|missing|unsupported/i)
}
