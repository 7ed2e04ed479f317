import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import type { TObject } from 'typebox'
import { Check } from 'typebox/value'
import { EVENT_TYPES } from '#shared/event-types.ts'
import { eventDataSchema } from './describe-events.ts'
import { sampleData } from './sample-data.ts'

test('a test event carries the fields of the real one, no more and no less', () => {
  for (const type of EVENT_TYPES) {
    const data: unknown = JSON.parse(JSON.stringify(sampleData(type, new Date())))
    const { properties } = eventDataSchema(type) as TObject
    const closed = Type.Object(properties, { additionalProperties: false })
    assert.ok(Check(closed, data), type)
  }
})
