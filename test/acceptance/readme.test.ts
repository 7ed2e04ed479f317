import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { findPorts, startProgram, startServer } from '../processes.ts'
import type { Program } from '../processes.ts'
import { waitFor } from '../wait-for.ts'

const root = dirname(dirname(import.meta.dirname))
const hasCurl = spawnSync('curl', ['--version']).status === 0
const programs: Program[] = []
const directory = await mkdtemp(join(tmpdir(), 'parley-readme-'))
const ports = (await findPorts(4)) as [number, number, number, number]
const env = {
  DATA_DIR: join(directory, 'data'),
  PORT: `${ports[0]}`,
  INGEST_PORT: `${ports[1]}`,
  SIMULATOR_PORT: `${ports[2]}`,
  PARLEY_URL: `http://localhost:${ports[0]}`,
  ALLOW_LOCAL_WEBHOOKS: 'true',
  LOG_LEVEL: 'warn',
}

after(async () => {
  await Promise.all(programs.map((program) => program.end()))
  await rm(directory, { recursive: true, force: true })
})

describe('the documents', { skip: !hasCurl && 'curl is not installed' }, () => {
  let caught: Program

  before(async () => {
    programs.push(await startServer(env, []))
    caught = startProgram(['sh', '-c', `exec ${await readCommands('quickstart: receiver')}`], {})
    programs.push(caught)
  })

  test('have a quickstart that works when pasted', async () => {
    const pasted = paste(await readCommands('quickstart: steps'))
    assert.match(pasted, /"secret":"whsec_\w+"/)
    assert.match(pasted, /"status":"queued"/)
    await waitFor(
      () =>
        /"type":"message.received".*Is my order on its way\?/.test(caught.stdout()) &&
        /"type":"message.sent".*It left this morning/.test(caught.stdout()) &&
        /"type":"message.status_changed".*"status":"delivered"/.test(caught.stdout()),
      { what: 'the three events at the receiver', timeoutMs: 30_000 },
    )
    assert.match(caught.stdout(), /^t=\d+,v1=[0-9a-f]{64}$/m)
  })

  test('have commands for webhooks on a laptop that work when pasted', async () => {
    const listen = await readCommands('laptop: listen')
    // In its own process group, as in a terminal, because npx does not forward Ctrl-C.
    const listening = startProgram(['sh', '-c', listen], env, { inGroup: true })
    programs.push(listening)
    const lineOf = (text: string) =>
      text.split('\n').find((line) => / message\.sent .* 200 {2}\d+ ms$/.test(line))
    const line = await waitFor(() => lineOf(listening.stdout()), {
      what: `message.sent in what listen prints: ${listening.stderr()}`,
      timeoutMs: 30_000,
    })
    assert.match(listening.stdout(), /whsec_\w{48}/)
    const [, id] = / ([0-9a-f-]{36}) /.exec(line)!
    // Delivered once by the worker and once by `listen`.
    assert.equal(caught.stdout().split(`{"id":"${id}"`).length - 1, 2)

    const [key] = listen.split('\n\n')
    const pasted = paste(`${key}\n${await readCommands('laptop: resend')}`)
    assert.match(pasted, / {2}200 {2}\d+ ms$/m)
    await listening.end('SIGINT')
    assert.match(listening.stdout(), /^Stopped after \d+ events: \d+ accepted, 0 failed/m)
  })
})

function paste(commands: string): string {
  const { status, stdout, stderr } = spawnSync('sh', ['-e', '-c', commands], {
    cwd: root,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })
  assert.equal(status, 0, `${stdout}\n${stderr}`)
  return stdout
}

/** Returns the commands of a document after a mark, up to the next mark or heading, on the ports of this test. */
async function readCommands(mark: string): Promise<string> {
  const path = mark.startsWith('quickstart') ? 'README.md' : 'docs/webhooks.md'
  const text = await readFile(join(root, path), 'utf8')
  const [part] = text.split(`<!-- ${mark} -->`)[1]!.split(/<!-- |\n## /)
  return [...part!.matchAll(/```sh\n([\s\S]*?)```/g)]
    .map((match) => match[1]!)
    .join('\n')
    .replaceAll('cookies.txt', join(directory, 'cookies.txt'))
    .replaceAll('localhost:3000', `localhost:${ports[0]}`)
    .replaceAll('localhost:3002', `localhost:${ports[2]}`)
    .replaceAll('localhost:4000', `localhost:${ports[3]}`)
    .replaceAll('listen(4000)', `listen(${ports[3]})`)
}
