import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { openTestApi } from '#test/app.ts'
import { openAppTests } from '#test/app-tests.ts'
import { openTestContext } from '#test/context.ts'
import { createTestChat, createTestKey, createTestPerson } from '#test/factories.ts'
import { openTestMcp } from '#test/mcp.ts'
import { answerApp } from '#test/oauth-app.ts'
import { onlyInReleaseCheck } from '#test/only-in-release-check.ts'
import { openTempDir } from '#test/processes.ts'

const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0'
const skip = onlyInReleaseCheck('inspector')
const SCOPES = ['contacts:read', 'chats:read', 'messages:read', 'messages:draft']
const RUN_MS = 60_000

/** Starts a server that sends each request to the next of `urls`, which may be filled later. */
async function startProxy(urls: readonly string[]): Promise<string> {
  let count = 0
  const proxy = createServer((request, response) => {
    const target = urls[count++ % urls.length]! + request.url!
    const { method, headers } = request
    const upstream = forward(target, { method: method!, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    })
    request.pipe(upstream)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  after(() => proxy.close())
  return `http://localhost:${(proxy.address() as AddressInfo).port}`
}

describe('the MCP Inspector', { skip }, async () => {
  if (skip) return
  const urls: string[] = []
  const publicUrl = await startProxy(urls)
  const { context } = await openTestContext({ publicUrl })
  const { call } = await openTestApi(context)
  const { setUp } = openAppTests(context, call)
  urls.push(...(await openTestMcp(context)).urls)
  const cwd = await openTempDir()
  await promisify(execFile)('npm', ['install', '--silent', '--no-audit', INSPECTOR], { cwd })
  const program = join(cwd, 'node_modules/.bin/mcp-inspector')
  // It stores tokens below HOME. Without the other variable it asks for a sign-in only in a terminal.
  const env = { PATH: process.env['PATH'], HOME: cwd, MCP_AUTO_OPEN_ENABLED: 'true' }

  /** Runs the Inspector and returns the JSON that it prints; `onLink` gets the address that it asks a person to open. */
  async function inspect(args: string[], onLink?: (link: URL) => Promise<void>): Promise<any> {
    const child = spawn(program, ['--cli', `${publicUrl}/mcp`, '--transport', 'http', ...args], {
      cwd,
      env,
      timeout: RUN_MS,
    })
    let [printed, said] = ['', '']
    let isAsked = false
    child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const [link] = /http:\/\/localhost:\d+\/authorize\?\S+(?=\s)/.exec(said) ?? []
      if (!link || isAsked || !onLink) return
      isAsked = true
      onLink(new URL(link)).catch((err: unknown) => ((said += String(err)), child.kill()))
    })
    const code = await new Promise((resolve) => child.once('close', resolve))
    assert.equal(code, 0, said + printed)
    return JSON.parse(printed)
  }

  for (const kind of ['a key', 'OAuth'])
    test(`lists and calls tools, and lists resources and prompts, with ${kind} over two servers`, async () => {
      const { scope, member } = await setUp()
      const person = await createTestPerson(scope, { name: 'Meera Nair' })
      const chat = await createTestChat(scope, {
        personId: person.id,
        phoneE164: person.phoneE164,
      })
      const login =
        kind === 'OAuth'
          ? ['--stored-auth-only']
          : ['--header', `Authorization: Bearer ${await createTestKey(scope, SCOPES)}`]
      const tools = ['--method', 'tools/list']
      const answer = async (link: URL) => {
        const { body, text } = await answerApp(call, member, link.search.slice(1), SCOPES)
        const arrived = await fetch(body?.return_url ?? assert.fail(text))
        assert.equal(arrived.status, 200)
      }
      const listed =
        kind === 'OAuth' ? await inspect(tools, answer) : await inspect([...tools, ...login])
      assert.deepEqual(
        listed.tools.map(({ name }: { name: string }) => name),
        [
          'find_customer',
          'list_channels',
          'list_conversations',
          'read_conversation',
          'draft_reply',
          'send_reply',
        ],
      )
      const use = (name: string, ...pairs: string[]) =>
        inspect([
          ...login,
          '--method',
          'tools/call',
          '--tool-name',
          name,
          ...pairs.flatMap((pair) => ['--tool-arg', pair]),
        ])
      const found = await use('find_customer', 'query=Meera')
      assert.match(found.content[0].text, new RegExp(person.id))
      const drafted = await use('send_reply', `conversation_id=${chat.id}`, 'text=Hello')
      assert.match(drafted.content[0].text, /draft_id/)
      const resources = await inspect([...login, '--method', 'resources/list'])
      assert.deepEqual(resources.resources, [])
      const templates = await inspect([...login, '--method', 'resources/templates/list'])
      assert.equal(templates.resourceTemplates.length, 2)
      const uri = `parley://conversations/${chat.id}`
      const read = await inspect([...login, '--method', 'resources/read', '--uri', uri])
      assert.match(read.contents[0].text, /"text":"Hello"/)
      const prompts = await inspect([...login, '--method', 'prompts/list'])
      assert.deepEqual(
        prompts.prompts.map(({ name }: { name: string }) => name),
        ['answer_conversation', 'summarize_customer'],
      )
    })
})
