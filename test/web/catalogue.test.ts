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

/** Returns the arguments and tags of a text, each once. The texts of branches, as in `one {take}`, have their own. */
function argumentsOf(text: string): string[] {
  const names = new Set([...text.matchAll(/<(\w+)>/g)].map(([tag]) => tag))
  readText(text, 0, names)
  return [...names].toSorted()
}

/** Adds the arguments of a text from `at` on until its end or the brace that closes it. Returns the place after that. */
function readText(text: string, at: number, names: Set<string>): number {
  for (let place = at; place < text.length; place++) {
    if (text[place] === '}') return place + 1
    if (text[place] !== '{') continue
    const [head, name] = /^\{\s*(\w+)\s*,?/.exec(text.slice(place))!
    names.add(name!)
    place += head.length
    // Its branches: each brace begins a text.
    for (; text[place] !== '}'; place++)
      if (text[place] === '{') place = readText(text, place + 1, names) - 1
  }
  return text.length
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
