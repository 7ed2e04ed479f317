import assert from 'node:assert/strict'
import { test } from 'node:test'
import { en } from '../../web/text/en.ts'
import { hi } from '../../web/text/hi.ts'

/** Returns every text of a catalogue by its dotted name. */
function flatten(texts: object, path = ''): Map<string, string> {
  const flat = new Map<string, string>()
  for (const [key, value] of Object.entries(texts)) {
    const name = path ? `${path}.${key}` : key
    if (typeof value === 'string') flat.set(name, value)
    else for (const [inner, text] of flatten(value as object, name)) flat.set(inner, text)
  }
  return flat
}

/** Returns the arguments and tags of a text. The word of a branch, as in `one {take}`, is none. */
function argumentsOf(text: string): string[] {
  const names = [...text.matchAll(/(?<!=\d+ |\b(?:one|other) )\{\s*(\w+)\s*[,}]|<(\w+)>/g)]
  return [...new Set(names.map(([, argument, tag]) => argument ?? `<${tag}>`))].toSorted()
}

const [english, hindi] = [flatten(en), flatten(hi)]

test('every text is there in Hindi, with the same arguments', () => {
  assert.deepEqual([...hindi.keys()].toSorted(), [...english.keys()].toSorted())
  for (const [name, text] of english)
    assert.deepEqual(argumentsOf(hindi.get(name)!), argumentsOf(text), name)
})

test('no text is empty, and none in Hindi is left in English', () => {
  const letters = /[a-z]{3}/
  for (const [name, text] of english) {
    assert.ok(text.trim(), name)
    const translated = hindi.get(name)!
    assert.ok(translated.trim(), name)
    const words = text.replaceAll(/\{[^}]*\}?|<[^>]*>/g, '')
    if (letters.test(words) && text.split(' ').length > 3)
      assert.notEqual(translated, text, `${name} is not translated`)
  }
})
