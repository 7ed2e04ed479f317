import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { BusinessHours, DayException, Period, Weekday } from '#shared/business-hours.ts'
import { WEEKDAYS } from '#shared/business-hours.ts'
import { createHours } from './create-hours.ts'

const ALL_DAY: Period[] = [['00:00', '24:00']]
const closed = (label: string, month: number, day: number): DayException => ({
  label,
  yearly: { month, day },
  periods: [],
})

/** Returns hours with the given periods on some days. */
function hoursOf(
  time_zone: string,
  days: Partial<Record<Weekday, Period[]>>,
  exceptions: DayException[] = [],
): BusinessHours {
  const open: BusinessHours['week'] = { ...daily([]), ...days }
  return { time_zone, week: open, exceptions }
}

function daily(periods: Period[], days: readonly Weekday[] = WEEKDAYS) {
  return Object.fromEntries(days.map((day) => [day, periods])) as Record<Weekday, Period[]>
}

const WORKDAYS = WEEKDAYS.slice(0, 5)
const night: Period[] = [['22:00', '06:00']]

/** An office with a break, a shop that never closes, a night shift, and offices in zones with other changes of clocks. */
const office = createHours(
  hoursOf(
    'Europe/Berlin',
    daily(
      [
        ['09:00', '12:30'],
        ['13:30', '18:00'],
      ],
      WORKDAYS,
    ),
    [
      closed('Unity', 10, 3),
      closed('Christmas', 12, 25),
      closed('New Year', 1, 1),
      ...[24, 31].map((day): DayException => ({
        label: 'Half a day',
        yearly: { month: 12, day },
        periods: [['09:00', '12:00']],
      })),
    ],
  ),
)
const always = createHours(hoursOf('America/New_York', daily(ALL_DAY)))
const nights = createHours(hoursOf('Europe/Berlin', daily(night, WEEKDAYS.slice(0, 6))))
const kolkata = createHours(
  hoursOf('Asia/Kolkata', { ...daily([['10:00', '19:00']], WORKDAYS), sat: [['10:00', '14:00']] }, [
    { label: 'Diwali', date: '2026-11-09', periods: [] },
    { label: 'Bhai Dooj', date: '2026-11-10', periods: [['10:00', '13:00']] },
  ]),
)
const paulo = createHours(
  hoursOf(
    'America/Sao_Paulo',
    daily(
      [
        ['08:00', '12:00'],
        ['14:00', '18:00'],
      ],
      WORKDAYS,
    ),
    [closed('Independence', 9, 7)],
  ),
)
const island = createHours(hoursOf('Australia/Lord_Howe', daily(ALL_DAY)))
const cairo = createHours(hoursOf('Africa/Cairo', daily([['00:00', '02:00']])))

const at = (time: string) => Date.parse(time)
const minutes = (count: number) => count * 60_000

describe('open time between two times', () => {
  const cases = [
    ['leaves the break out', office, '2026-11-25T09:00+01:00', '2026-11-25T18:00+01:00', 480],
    ['counts across the break', office, '2026-11-25T12:15+01:00', '2026-11-25T13:40+01:00', 25],
    ['leaves the weekend out', office, '2026-11-27T17:30+01:00', '2026-11-30T09:30+01:00', 60],
    ['is none on a closed day', office, '2026-11-28T10:00+01:00', '2026-11-29T20:00+01:00', 0],
    ['counts half days', office, '2026-12-23T17:00+01:00', '2026-12-28T10:00+01:00', 300],
    [
      'ignores a change of clocks while closed',
      office,
      '2026-10-23T17:00+02:00',
      '2026-10-26T10:00+01:00',
      120,
    ],
    [
      'has 23 hours on a day that lacks one',
      always,
      '2026-03-07T12:00-05:00',
      '2026-03-08T12:00-04:00',
      1380,
    ],
    [
      'has 25 hours on a day that has one twice',
      always,
      '2026-10-31T12:00-04:00',
      '2026-11-01T12:00-05:00',
      1500,
    ],
    [
      'has a shorter night shift in spring',
      nights,
      '2026-03-28T21:00+01:00',
      '2026-03-29T07:00+02:00',
      420,
    ],
    [
      'has a longer night shift in autumn',
      nights,
      '2026-10-24T21:00+02:00',
      '2026-10-25T07:00+01:00',
      540,
    ],
    [
      'counts holidays and half Saturdays',
      kolkata,
      '2026-11-07T13:30+05:30',
      '2026-11-11T10:20+05:30',
      230,
    ],
    ['leaves a holiday out', paulo, '2026-09-04T17:30-03:00', '2026-09-08T08:15-03:00', 45],
    [
      'follows a change of half an hour',
      island,
      '2026-10-03T12:00+10:30',
      '2026-10-04T12:00+11:00',
      1410,
    ],
    [
      'opens at the change if midnight does not exist',
      cairo,
      '2026-04-23T23:00+02:00',
      '2026-04-24T04:00+03:00',
      60,
    ],
    ['counts seconds', office, '2026-11-25T08:59:30+01:00', '2026-11-25T09:00:45+01:00', 0.75],
    [
      'counts the weekend of a night shift',
      nights,
      '2026-11-27T23:00+01:00',
      '2026-11-30T23:00+01:00',
      960,
    ],
  ] as const
  for (const [name, hours, from, to, expected] of cases)
    test(name, () => assert.equal(hours.between(at(from), at(to)), minutes(expected)))

  test('is the sum of its parts, and agrees with the time after which it ends', () => {
    for (const hours of [office, always, nights, kolkata, paulo, island, cairo]) {
      let seed = 7
      const random = (max: number) => (seed = (seed * 48_271) % 2_147_483_647) % max
      for (let round = 0; round < 100; round++) {
        const from = at('2026-01-01T00:00Z') + random(365 * 86_400) * 1000
        const [first, second] = [random(86_400 * 9) * 1000, random(86_400 * 9) * 1000]
        const whole = hours.between(from, from + first + second)
        const parts =
          hours.between(from, from + first) + hours.between(from + first, from + first + second)
        assert.equal(whole, parts)
        if (whole > 0) assert.equal(hours.between(from, hours.after(from, whole)!), whole)
      }
    }
  })
})

describe('the time after some open time', () => {
  const cases = [
    [
      'is on the next day that is open',
      office,
      '2026-11-27T16:30+01:00',
      120,
      '2026-11-30T09:30+01:00',
    ],
    ['is after the break', office, '2026-11-25T12:00+01:00', 60, '2026-11-25T14:00+01:00'],
    [
      'is the closing time that it ends with',
      office,
      '2026-11-25T12:00+01:00',
      30,
      '2026-11-25T12:30+01:00',
    ],
    ['is on a half day', office, '2026-12-23T17:00+01:00', 240, '2026-12-24T12:00+01:00'],
    [
      'continues with what is left',
      office,
      '2026-11-30T15:00+01:00',
      420,
      '2026-12-01T14:00+01:00',
    ],
    ['starts with the opening', office, '2026-11-30T10:00+01:00', 180, '2026-11-30T14:00+01:00'],
    [
      'follows the hours of another team',
      kolkata,
      '2026-11-25T14:30+05:30',
      180,
      '2026-11-25T17:30+05:30',
    ],
    [
      'is in the second of two equal hours',
      always,
      '2026-11-01T00:30-04:00',
      120,
      '2026-11-01T01:30-05:00',
    ],
    [
      'skips an hour that does not exist',
      always,
      '2026-03-08T01:30-05:00',
      60,
      '2026-03-08T03:30-04:00',
    ],
    [
      'is within a long target, too',
      office,
      '2026-11-30T10:00+01:00',
      384,
      '2026-11-30T17:24+01:00',
    ],
  ] as const
  for (const [name, hours, from, duration, expected] of cases)
    test(name, () => {
      const found = hours.after(at(from), minutes(duration))
      assert.equal(new Date(found!).toISOString(), new Date(at(expected)).toISOString())
    })

  test('is unknown if the business is closed for more than a year', () => {
    const shut = createHours(hoursOf('Europe/Berlin', {}))
    assert.equal(shut.after(at('2026-01-01T00:00Z'), 1), undefined)
    assert.equal(shut.nextOpening(at('2026-01-01T00:00Z')), undefined)
    assert.equal(shut.between(at('2026-01-01T00:00Z'), at('2027-01-01T00:00Z')), 0)
  })
})

describe('an opening', () => {
  test('is now while the business is open, and its closing time is not', () => {
    assert.equal(office.isOpenAt(at('2026-11-25T09:00+01:00')), true)
    assert.equal(office.isOpenAt(at('2026-11-25T12:30+01:00')), false)
    assert.equal(nights.isOpenAt(at('2026-11-28T05:59+01:00')), true)
    assert.equal(nights.isOpenAt(at('2026-11-28T06:00+01:00')), false)
  })

  test('is the next one otherwise', () => {
    assert.equal(office.nextOpening(at('2026-11-27T19:00+01:00')), at('2026-11-30T09:00+01:00'))
    assert.equal(office.nextOpening(at('2026-11-25T12:45+01:00')), at('2026-11-25T13:30+01:00'))
  })

  test('follows Easter, and the last weekday of a month', () => {
    const uk = createHours(
      hoursOf('Europe/London', daily([['09:00', '17:00']]), [
        { label: 'Good Friday', yearly: { easter: -2 }, periods: [] },
        {
          label: 'Spring bank holiday',
          yearly: { month: 5, weekday: 'mon', nth: -1 },
          periods: [],
        },
        { label: 'May Day', yearly: { month: 5, weekday: 'mon', nth: 1 }, periods: [] },
        { label: 'Open for once', date: '2026-05-25', periods: [['10:00', '11:00']] },
      ]),
    )
    const isOpen = (date: string, time = '10:30') => uk.isOpenAt(at(`${date}T${time}+01:00`))
    assert.equal(isOpen('2026-04-03'), false)
    assert.equal(isOpen('2026-04-02'), true)
    assert.equal(isOpen('2027-03-26'), false)
    assert.equal(isOpen('2026-05-04'), false)
    assert.equal(isOpen('2027-05-31'), false)
    assert.equal(isOpen('2026-05-25'), true)
    assert.equal(isOpen('2026-05-25', '11:30'), false)
  })
})
