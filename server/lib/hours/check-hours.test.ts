import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AppError } from '#lib/errors.ts'
import type { BusinessHours, Period } from '#shared/business-hours.ts'
import { checkHours } from './check-hours.ts'

const closed = { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] }
const nine: Period[] = [['09:00', '17:00']]
const office: BusinessHours = {
  time_zone: 'Europe/Berlin',
  week: { ...closed, mon: nine },
  exceptions: [],
}

/** Returns the field that is refused; undefined if the hours are right. */
function refusedField(change: Partial<BusinessHours>): string | undefined {
  try {
    checkHours({ ...office, ...change })
    return undefined
  } catch (err) {
    assert.ok(err instanceof AppError)
    return err.fields[0]?.field
  }
}

const monday = (...periods: Period[]) => refusedField({ week: { ...closed, mon: periods } })

describe('business hours', () => {
  test('may have breaks, whole days and nights', () => {
    assert.equal(monday(['09:00', '12:00'], ['12:00', '17:00']), undefined)
    assert.equal(monday(['00:00', '24:00']), undefined)
    assert.equal(monday(['22:00', '06:00']), undefined)
    const week = Object.fromEntries(Object.keys(closed).map((day) => [day, [['00:00', '24:00']]]))
    assert.equal(refusedField({ week: week as unknown as BusinessHours['week'] }), undefined)
  })

  test('have no periods that overlap, also not with those of the next day or week', () => {
    assert.equal(monday(['09:00', '12:00'], ['11:59', '17:00']), 'week.mon.1')
    assert.equal(monday(['22:00', '06:00'], ['23:00', '24:00']), 'week.mon.1')
    const night: Period[] = [['22:00', '06:00']]
    const early: Period[] = [['05:00', '09:00']]
    assert.equal(refusedField({ week: { ...closed, mon: night, tue: early } }), 'week.tue.0')
    assert.equal(refusedField({ week: { ...closed, sun: night, mon: early } }), 'week.mon.0')
    assert.equal(monday(['24:00', '01:00']), 'week.mon.0')
  })

  test('open on some day, in a zone with a name', () => {
    assert.equal(refusedField({ week: closed }), 'week')
    assert.equal(refusedField({ time_zone: 'Europe/Nowhere' }), 'time_zone')
    assert.equal(refusedField({ time_zone: '+02:00' }), 'time_zone')
  })

  test('have exceptions on days that exist', () => {
    const label = 'Holiday'
    const on = (day: object) =>
      refusedField({ exceptions: [{ label, periods: [], ...day } as never] })
    assert.equal(on({ date: '2028-02-29' }), undefined)
    assert.equal(on({ date: '2027-02-29' }), 'exceptions.0.date')
    assert.equal(on({ yearly: { month: 2, day: 29 } }), undefined)
    assert.equal(on({ yearly: { month: 4, day: 31 } }), 'exceptions.0.yearly')
    assert.equal(on({ yearly: { easter: 1 } }), undefined)
    const overlapping = [...nine, ['16:00', '18:00']]
    assert.equal(on({ date: '2027-05-05', periods: overlapping }), 'exceptions.0.periods.1')
  })
})
