import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { createLog } from '#lib/create-log.ts'
import { openTestContext } from '#test/context.ts'
import { waitFor } from '#test/wait-for.ts'
import { openDatabaseClock } from './open-database-clock.ts'

const { context } = await openTestContext()

const HOUR = 3_600_000

/** Creates the clocks of a machine that is wrong by `offMs`, and can be set or sleep. */
function createMachine(offMs: number) {
  const machine = {
    offMs,
    sleptMs: 0,
    wall: () => Date.now() + machine.offMs + machine.sleptMs,
    monotonic: () => performance.now(),
  }
  return machine
}

async function open(machine: ReturnType<typeof createMachine>) {
  const lines: string[] = []
  const add = (fields: { ahead_ms?: number }, text: string) =>
    void lines.push(`${Math.round((fields.ahead_ms ?? 0) / HOUR)} h: ${text}`)
  const log = Object.assign(Object.create(createLog('silent')), { warn: add, info: add })
  const clock = await openDatabaseClock({ ...context, log }, machine)
  after(() => clock.stop())
  return { clock, lines }
}

/** Returns how many hours a time is ahead of the database's. */
async function hoursAhead(time: Date): Promise<number> {
  const { rows } = await sql<{ hours: number }>`
    select extract(epoch from ${time}::timestamptz - clock_timestamp())::float8 / 3600 as hours`.execute(
    context.db,
  )
  return Math.round(rows[0]!.hours) + 0
}

for (const hours of [-1, 1])
  test(`a machine that is ${hours} h off shows the database's time, and says so once`, async () => {
    const { clock, lines } = await open(createMachine(hours * HOUR))
    assert.equal(await hoursAhead(clock.now()), 0)
    await clock.measure()
    assert.equal(await hoursAhead(clock.now()), 0)
    assert.equal(lines.length, 1)
    assert.match(lines[0]!, new RegExp(`^${hours} h: the clock of this machine differs`))
  })

test('a correct machine logs nothing, and its clock is not changed', async () => {
  const { clock, lines } = await open(createMachine(0))
  const [before, shown, later] = [Date.now(), clock.now().getTime(), Date.now()]
  assert.ok(before - 50 <= shown && shown <= later + 50)
  assert.deepEqual(lines, [])
})

test('a clock that is set during operation changes nothing once it was measured', async () => {
  const machine = createMachine(0)
  const { clock, lines } = await open(machine)
  machine.offMs = -HOUR
  assert.equal(await hoursAhead(clock.now()), 0, 'a clock is not followed backwards')
  machine.offMs = HOUR
  clock.now()
  await waitFor(async () => (await hoursAhead(clock.now())) === 0)
  await waitFor(() =>
    lines.some((line) => line.startsWith('1 h: the clock of this machine differs')),
  )
  machine.offMs = 0
  clock.now()
  await waitFor(() => lines.at(-1)?.endsWith('is correct again'))
  assert.equal(await hoursAhead(clock.now()), 0)
})

test('a machine that slept shows the current time at once', async () => {
  // Its clock was an hour behind the database's, which counted the hour of sleep.
  const machine = createMachine(-HOUR)
  const { clock } = await open(machine)
  machine.sleptMs = HOUR
  assert.equal(await hoursAhead(clock.now()), 1)
  await clock.measure()
  assert.equal(await hoursAhead(clock.now()), 0)
})

test('small corrections never set the clock back', async () => {
  const machine = createMachine(0)
  const { clock } = await open(machine)
  let last = 0
  for (let count = 0; count < 50; count++) {
    machine.offMs = count % 2 === 0 ? 900 : 0
    if (count % 10 === 0) await clock.measure()
    const time = clock.now().getTime()
    assert.ok(time >= last)
    last = time
  }
})
