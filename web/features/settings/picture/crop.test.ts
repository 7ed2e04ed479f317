import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moveCrop, toArea } from './crop.ts'

const image = { width: 400, height: 200 }

test('the square is in the middle of the image, as large as it can be', () => {
  assert.deepEqual(toArea(image, { x: 0.5, y: 0.5, zoom: 1 }), { left: 100, top: 0, side: 200 })
})

test('the square moves with its side and stays within the image', () => {
  const right = moveCrop(image, { x: 0.5, y: 0.5, zoom: 1 }, 0.25, 0.25)
  assert.deepEqual(toArea(image, right), { left: 150, top: 0, side: 200 })
  const end = moveCrop(image, { x: 0.5, y: 0.5, zoom: 2 }, 9, -9)
  assert.deepEqual(toArea(image, end), { left: 300, top: 0, side: 100 })
  // Made smaller again, a square at the edge grows inwards.
  assert.deepEqual(toArea(image, moveCrop(image, { ...end, zoom: 1 }, 0, 0)), {
    left: 200,
    top: 0,
    side: 200,
  })
})
