import assert from 'node:assert/strict'
import { test } from 'node:test'
import { visitorName } from './visitor-name.ts'
import { englishVisitors } from './visitor-words/en.ts'
import { hindiVisitors } from './visitor-words/hi.ts'

for (const [language, words] of Object.entries({ English: englishVisitors, Hindi: hindiVisitors }))
  test(`the names of visitors in ${language} are the same for an id, and differ between ids`, () => {
    const ids = Array.from({ length: 512 }, (_, at) => `0190-${at.toString(16).padStart(4, '0')}`)
    const names = ids.map((id) => visitorName(id, words))
    assert.equal(new Set(names).size, 512, 'every colour is combined with every animal')
    assert.deepEqual(
      names,
      ids.map((id) => visitorName(id, words)),
    )
    for (const name of names) assert.match(name, /^\S+ \S+$/)
    assert.match(visitorName('no digits', words), /^\S+ \S+$/)
  })
