import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { WEEKDAYS } from '#shared/business-hours.ts'
import type { BusinessHours, Period } from '#shared/business-hours.ts'
import { computeAvailability } from './compute-availability.ts'
import type { AvailabilityFacts } from './compute-availability.ts'

/** A Monday, at 12:00 in Berlin. */
const NOW = new Date('2026-01-12T11:00:00Z')
const NONE: AvailabilityFacts = { by_hand: null, until: null, hours: null, seen_at: null }
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)

function hoursOf(periods: Period[], time_zone = 'Europe/Berlin'): BusinessHours {
  const week: Record<string, readonly Period[]> = {}
  for (const day of WEEKDAYS) week[day] = periods
  return { time_zone, week: week as BusinessHours['week'], exceptions: [] }
}

const OPEN = hoursOf([['09:00', '17:00']])
const CLOSED = hoursOf([['14:00', '17:00']])

function computed(facts: Partial<AvailabilityFacts>, now = NOW) {
  const { availability, cause, until, changesAt } = computeAvailability({ ...NONE, ...facts }, now)
  return [availability, cause, until?.toISOString() ?? null, changesAt?.toISOString() ?? null]
}

describe('the availability of a member', () => {
  const later = new Date('2026-01-12T12:00:00Z')
  const table: [string, Partial<AvailabilityFacts>, unknown[]][] = [
    ['nothing is known', {}, ['offline', 'activity', null, null]],
    ['an app is open', { seen_at: NOW }, ['online', 'activity', null, '2026-01-12T11:05:00.000Z']],
    [
      'an app was open 4 minutes ago',
      { seen_at: ago(4) },
      ['online', 'activity', null, '2026-01-12T11:01:00.000Z'],
    ],
    ['no app was open for 5 minutes', { seen_at: ago(5) }, ['offline', 'activity', null, null]],
    [
      'it is a working hour and an app is open',
      { seen_at: NOW, hours: OPEN },
      ['online', 'activity', null, '2026-01-12T11:05:00.000Z'],
    ],
    [
      'it is a working hour and no app is open',
      { hours: OPEN },
      ['offline', 'activity', null, null],
    ],
    [
      'it is no working hour although an app is open',
      { seen_at: NOW, hours: CLOSED },
      ['offline', 'schedule', null, '2026-01-12T13:00:00.000Z'],
    ],
    [
      'the working hours end in a minute',
      { seen_at: NOW, hours: hoursOf([['09:00', '12:01']]) },
      ['online', 'activity', null, '2026-01-12T11:01:00.000Z'],
    ],
    [
      'there is never a working hour',
      { seen_at: NOW, hours: hoursOf([]) },
      ['offline', 'schedule', null, null],
    ],
    [
      'away was set by hand',
      { by_hand: 'away', seen_at: NOW, hours: OPEN },
      ['away', 'by_hand', null, null],
    ],
    [
      'online was set by hand outside of working hours',
      { by_hand: 'online', hours: CLOSED },
      ['online', 'by_hand', null, null],
    ],
    [
      'away was set by hand until later',
      { by_hand: 'away', until: later, seen_at: NOW },
      ['away', 'by_hand', later.toISOString(), later.toISOString()],
    ],
    [
      'what was set by hand ends now',
      { by_hand: 'away', until: NOW, seen_at: NOW },
      ['online', 'activity', null, '2026-01-12T11:05:00.000Z'],
    ],
    [
      'what was set by hand ends outside of working hours',
      { by_hand: 'online', until: NOW, hours: CLOSED },
      ['offline', 'schedule', null, '2026-01-12T13:00:00.000Z'],
    ],
  ]
  for (const [name, facts, expected] of table)
    test(`is ${String(expected[0])} when ${name}`, () => {
      assert.deepEqual(computed(facts), expected)
    })

  test('changes at the local time of working hours, in winter and in summer', () => {
    const saturday = new Date('2026-03-28T20:00:00Z')
    const nights: [Date, string][] = [
      [saturday, '2026-03-29T07:00:00.000Z'],
      [new Date('2026-10-24T20:00:00Z'), '2026-10-25T08:00:00.000Z'],
    ]
    for (const [now, opening] of nights)
      assert.deepEqual(computed({ hours: OPEN, seen_at: now }, now), [
        'offline',
        'schedule',
        null,
        opening,
      ])
    // The night in which clocks go from 2 to 3: a shift until 4 ends an hour earlier.
    const night = hoursOf([['22:00', '04:00']])
    const now = new Date('2026-03-29T01:58:00Z')
    assert.deepEqual(computed({ hours: night, seen_at: now }, now), [
      'online',
      'activity',
      null,
      '2026-03-29T02:00:00.000Z',
    ])
  })
})
