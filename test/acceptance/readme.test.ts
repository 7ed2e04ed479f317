import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { requirePrograms } from '../require-programs.ts'
import { findPorts, startProgram, startServer } from '../processes.ts'
import type { Program } from '../processes.ts'
import { offerPackages } from '../docs/offer-packages.ts'
import { pasteBlocks } from '../docs/paste.ts'
import { onPorts, readQuickstart } from '../docs/quickstart.ts'
import { waitFor } from '../wait-for.ts'

const root = dirname(dirname(import.meta.dirname))
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

describe('the documents', { skip: requirePrograms('curl') }, () => {
  before(async () => {
    programs.push(await startServer(env, ['--demo']))
  })

  test('have a quickstart that works when pasted', async () => {
    const readme = await readFile(join(root, 'README.md'), 'utf8')
    const packages = await offerPackages(directory)
    const blocks = packages.keepRunnable(readQuickstart(onPorts(readme, ports)))
    assert.deepEqual(blocks.at(-1)!.language, 'text')
    const output = join(directory, 'output.txt')
    await pasteBlocks(blocks, {
      folder: root,
      output,
      env: { ...env, ...packages.env },
      name: 'README.md',
    })
    assert.doesNotMatch(await readFile(output, 'utf8'), /NOT VERIFIED/)
  })

  test('have commands for webhooks on a laptop that work when pasted', async () => {
    const receiver = `require('http').createServer((request, response) => {
      let body = ''
      request.on('data', (chunk) => (body += chunk)).on('end', () => response.end(console.log(body)))
    }).listen(${ports[3]})`
    const caught = startProgram([process.execPath, '-e', receiver], {})
    programs.push(caught)
    const listen = await readCommands('laptop: listen')
    // In its own process group, as in a terminal, because npx does not forward Ctrl-C.
    const listening = startProgram(['sh', '-c', listen], env, { inGroup: true })
    programs.push(listening)
    const lineOf = (text: string) =>
      text.split('\n').find((line) => / message\.sent .* 200 {2}\d+ ms$/.test(line))
    const line = await waitFor(() => lineOf(listening.stdout()), {
      what: `message.sent in what listen prints: ${listening.stderr()}`,
    })
    assert.match(listening.stdout(), /whsec_\w{48}/)
    const [, id] = / ([0-9a-f-]{36}) /.exec(line)!
    assert.equal(caught.stdout().split(`{"id":"${id}"`).length - 1, 1)

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

/** Returns the commands of docs/webhooks.md after a mark, up to the next mark or heading, on the ports of this test. */
async function readCommands(mark: string): Promise<string> {
  const text = onPorts(await readFile(join(root, 'docs/webhooks.md'), 'utf8'), ports)
  const [part] = text.split(`<!-- ${mark} -->`)[1]!.split(/<!-- |\n## /)
  return [...part!.matchAll(/```sh\n([\s\S]*?)```/g)].map((match) => match[1]!).join('\n')
}
