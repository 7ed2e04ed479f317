import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toPeaks } from './waveform.ts'

test('the shape of a sound has a height for each part, against its loudest one', () => {
  const samples = new Float32Array(400)
  samples.fill(0.5, 100, 200)
  samples.fill(-0.25, 200, 300)
  assert.deepEqual(toPeaks(samples, 4), [0, 1, 0.5, 0])
})

test('silence and a sound that is shorter than its parts have a shape', () => {
  assert.deepEqual(toPeaks(new Float32Array(10), 3), [0, 0, 0])
  assert.deepEqual(toPeaks(new Float32Array([1]), 2), [0, 1])
  assert.deepEqual(toPeaks(new Float32Array(0), 2), [0, 0])
})
