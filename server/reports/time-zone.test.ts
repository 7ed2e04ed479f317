import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readTimeZone } from './time-zone.ts'

const MINUTE_MS = 60_000

/** Returns the offset that the formatting of dates writes: another source of the same facts. */
function createWrittenOffsets(timeZone: string): (ms: number) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  return (ms) => {
    const name = format.formatToParts(ms).find((part) => part.type === 'timeZoneName')?.value ?? ''
    const [, sign, hours, minutes, seconds] =
      /^GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(name) ?? []
    const size = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * MINUTE_MS
    return (size + Number(seconds ?? 0) * 1000) * (sign === '-' ? -1 : 1)
  }
}

const ZONES = [
  'UTC',
  '+05:30',
  '-09:30',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Europe/Berlin',
  'Europe/Dublin',
  'Africa/Casablanca',
  'America/Sao_Paulo',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Chatham',
  'Asia/Tehran',
  'Antarctica/Troll',
  'Africa/Monrovia',
]

test('offsets are those of the zone at every time, in whatever order they are asked for', () => {
  for (const name of ZONES) {
    const { offsetAt } = readTimeZone(name)
    const written = createWrittenOffsets(name)
    const [first, last] = [Date.UTC(1965, 0, 1), Date.UTC(2040, 0, 1)]
    fc.assert(
      fc.property(fc.integer({ min: first, max: last }), (ms) => {
        assert.equal(offsetAt(ms), written(ms), `${name} at ${new Date(ms).toISOString()}`)
      }),
    )
  }
})

test('the offset changes at the very millisecond of a transition', () => {
  for (const name of ZONES) {
    const { offsetAt } = readTimeZone(name)
    const written = createWrittenOffsets(name)
    let at = Temporal.Instant.fromEpochMilliseconds(Date.UTC(2005, 0, 1)).toZonedDateTimeISO(name)
    for (let count = 0; count < 40; count++) {
      const next = at.getTimeZoneTransition('next')
      if (next === null) break
      at = next
      const ms = at.epochMilliseconds
      for (const time of [ms - 1, ms, ms + 1])
        assert.equal(offsetAt(time), written(time), `${name} at ${new Date(time).toISOString()}`)
    }
  }
})
