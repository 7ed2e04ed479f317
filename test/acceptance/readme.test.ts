import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { findPorts, startProgram, startServer } from '../processes.ts'
import type { Program } from '../processes.ts'
import { waitFor } from '../wait-for.ts'

const root = dirname(dirname(import.meta.dirname))
const hasCurl = spawnSync('curl', ['--version']).status === 0
const programs: Program[] = []
const directory = await mkdtemp(join(tmpdir(), 'parley-readme-'))

after(async () => {
  await Promise.all(programs.map((program) => program.end()))
  await rm(directory, { recursive: true, force: true })
})

test(
  "the README's quickstart works as it is pasted",
  { skip: !hasCurl && 'curl is not installed' },
  async () => {
    const ports = (await findPorts(4)) as [number, number, number, number]
    const env = {
      DATA_DIR: join(directory, 'data'),
      PORT: `${ports[0]}`,
      INGEST_PORT: `${ports[1]}`,
      SIMULATOR_PORT: `${ports[2]}`,
      ALLOW_LOCAL_WEBHOOKS: 'true',
      LOG_LEVEL: 'warn',
    }
    programs.push(await startServer(env, []))
    const { receiver, steps } = await readQuickstart(ports)
    const caught = startProgram(['sh', '-c', `exec ${receiver}`], {})
    programs.push(caught)

    const pasted = spawnSync('sh', ['-e', '-c', steps], {
      cwd: root,
      env: { ...process.env, ...env },
      encoding: 'utf8',
    })
    assert.equal(pasted.status, 0, `${pasted.stdout}\n${pasted.stderr}`)
    assert.match(pasted.stdout, /"secret":"whsec_\w+"/)
    assert.match(pasted.stdout, /"status":"queued"/)
    await waitFor(
      () =>
        /"type":"message.received".*Is my order on its way\?/.test(caught.stdout()) &&
        /"type":"message.sent".*It left this morning/.test(caught.stdout()) &&
        /"type":"message.status_changed".*"status":"delivered"/.test(caught.stdout()),
      { what: 'the three events at the receiver', timeoutMs: 30_000 },
    )
    assert.match(caught.stdout(), /^t=\d+,v1=[0-9a-f]{64}$/m)
  },
)

/** The README's commands, on the ports of this test. */
async function readQuickstart(ports: [number, number, number, number]) {
  const readme = await readFile(join(root, 'README.md'), 'utf8')
  const quickstart = /## Quickstart([\s\S]*?)\n## /.exec(readme)![1]!
  const [receiver, steps] = quickstart
    .split('<!-- quickstart: receiver -->')[1]!
    .split('<!-- quickstart: steps -->')
  const commands = (text: string) =>
    [...text.matchAll(/```sh\n([\s\S]*?)```/g)]
      .map((match) => match[1]!)
      .join('\n')
      .replaceAll('cookies.txt', join(directory, 'cookies.txt'))
      .replaceAll('localhost:3000', `localhost:${ports[0]}`)
      .replaceAll('localhost:3002', `localhost:${ports[2]}`)
      .replaceAll('localhost:4000', `localhost:${ports[3]}`)
      .replaceAll('listen(4000)', `listen(${ports[3]})`)
  return { receiver: commands(receiver!), steps: commands(steps!) }
}
