import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createTestDatabase } from '../context.ts'
import { findPorts, openTempDir, runCommand, startServer } from '../processes.ts'
import { findViolations, openBrowser } from './browser.ts'

const PASSWORD = 'a lantern in the window'

const { url: databaseUrl, drop } = await createTestDatabase()
const [port] = await findPorts(1)
const env = {
  DATABASE_URL: databaseUrl,
  DATA_DIR: await openTempDir(),
  SECRET_KEY: 'a7'.repeat(32),
  HOST: '127.0.0.1',
  PORT: String(port),
  LOG_LEVEL: 'warn',
  ...(process.env['WEB_DIR'] && { WEB_DIR: process.env['WEB_DIR'] }),
}
const server = await startServer(env, ['--only', 'api', '--json'])
const browser = await openBrowser(`http://localhost:${port}`)
after(async () => {
  await server.end()
  await drop()
})

test('an installation without accounts says how the first one is created, and these commands create it', async () => {
  const { page, problems } = await browser.open('/sign-in', { width: 390, height: 844 })
  await page.getByText('There are no accounts yet').waitFor()
  assert.deepEqual(await findViolations(page), [])
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390)
  const commands = (await page.getByRole('group', { name: 'Commands' }).innerText()).split('\n')
  for (const command of commands) {
    assert.match(command, /^npx parley /)
    const args = command.match(/'[^']*'|\S+/g)!.slice(2)
    const { code, stderr } = await runCommand(
      args.map((each) => each.replaceAll("'", '')),
      env,
      `${PASSWORD}\n`,
    )
    assert.equal(code, 0, stderr)
  }
  await page.reload()
  await page.getByLabel('Email').fill('you@example.com')
  await page.locator('input[name="password"]').fill(PASSWORD)
  assert.equal(await page.getByText('There are no accounts yet').count(), 0)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(/\/inbox/)
  assert.deepEqual(problems, [])
})
