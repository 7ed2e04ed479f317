import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertLinear } from '#test/cpu-time.ts'
import { parseFormattedText, removeFormatting } from './formatted-text.ts'
import type { TextPart } from './formatted-text.ts'

/** Writes parts with tags, such as `<bold>`. */
function tag(parts: readonly TextPart[]): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part
      if (part.mark !== 'code') return `<${part.mark}>${tag(part.parts)}</>`
      return `<${part.isBlock ? 'block' : 'code'}>${part.text}</>`
    })
    .join('')
}

/** Writes all blocks with tags; a line of a list or a quote begins with its kind. */
function show(text: string): string {
  return parseFormattedText(text)
    .map((block) =>
      block.kind === 'text'
        ? tag(block.parts)
        : block.lines
            .map(({ number, parts }) => `[${block.kind} ${number ?? ''}]${tag(parts)}`)
            .join(''),
    )
    .join('')
}

describe('marks', () => {
  test('are read around words, also in each other', () => {
    assert.equal(
      show('*bold* _italic_ ~struck~ `code` *_~all~_*'),
      '<bold>bold</> <italic>italic</> <struck>struck</> <code>code</> <bold><italic><struck>all</></></>',
    )
    assert.equal(show('(*one*), "_two_".'), '(<bold>one</>), "<italic>two</>".')
    assert.equal(show('**bold**'), '*<bold>bold</>*')
    assert.equal(show('👍*a* ❤️*b* 1️⃣*c*'), '👍<bold>a</> ❤️<bold>b</> 1️⃣<bold>c</>')
  })

  test('work in scripts with combined characters', () => {
    assert.equal(show('*नमस्ते*। _हाँ_'), '<bold>नमस्ते</>। <italic>हाँ</>')
    assert.equal(show('मूल्य_सूची_नई'), 'मूल्य_सूची_नई')
    assert.equal(show('*مرحبا*'), '<bold>مرحبا</>')
  })

  test('are characters in words, beside spaces, alone and over several lines', () => {
    for (const text of [
      '2*3*4',
      'snake_case_name',
      '5 * 3 * 2',
      'x * a*',
      '*a *',
      '*open',
      'it`s Bob`s',
      '***',
      '*one\ntwo*',
      '`one\ntwo`',
      '``` ```',
    ])
      assert.equal(show(text), text)
  })

  test('that cross each other end with the first that ends', () => {
    assert.equal(show('*a _b* c_'), '<bold>a _b</> c_')
    assert.equal(show('*a *b*'), '<bold>a *b</>')
  })

  test('are no part of addresses, but may surround them', () => {
    const address = 'https://shop.example/_a_/*b*?x_=~y~'
    assert.equal(show(address), address)
    assert.equal(show(`www.shop.example/_a_/b`), 'www.shop.example/_a_/b')
    assert.equal(show('*https://shop.example/a*'), '<bold>https://shop.example/a</>')
    assert.equal(show('https://shop.example/Foo_'), 'https://shop.example/Foo_')
  })

  test('are characters in code, which may have several lines between three backticks', () => {
    assert.equal(show('`*a*` ```_b_\n- c```'), '<code>*a*</> <code>_b_\n- c</>')
    assert.equal(show('See\n```\na\nb\n```\nDone'), 'See\n<block>a\nb</>\nDone')
    assert.equal(show('```a```'), '<block>a</>')
    assert.equal(show('See ```a\nb```\n```c```.'), 'See <code>a\nb</>\n<code>c</>.')
    assert.equal(show('*a `b* c` d*'), '<bold>a <code>b* c</> d</>')
  })
})

test('lists and quotes are read at the beginning of lines', () => {
  assert.equal(
    show('To do:\n- *one*\n* two\n1. three\n12. four\n> five\nsix'),
    'To do:\n[bullets ]<bold>one</>[bullets ]two[numbers 1]three[numbers 12]four[quote ]fivesix',
  )
  for (const text of ['a - b', '-5', '- ', '1.5 m', '007. x', '>:('] as const)
    assert.equal(show(text), text)
})

test('a text without its marks keeps its words, lines and lists', () => {
  assert.equal(
    removeFormatting('*Hours*\n- _Mon_: `9`\n- Tue\n\n1. ~x~\n> *y*\nend'),
    'Hours\n• Mon: 9\n• Tue\n\n1. x\ny\nend',
  )
  assert.equal(removeFormatting('2*3*4 <b>'), '2*3*4 <b>')
})

/** Returns a function that returns numbers below `max`, the same ones in each run. */
function createRandom(seed: number): (max: number) => number {
  let state = seed
  return (max) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * max)
  }
}

const PIECES = [
  '*',
  '_',
  '~',
  '`',
  '```',
  ' ',
  '\n',
  '- ',
  '* ',
  '1. ',
  '> ',
  '12. ',
  'a',
  'ब',
  'https://a_b',
  '😀',
  '.',
]

test('no text loses anything but marks', () => {
  const random = createRandom(7)
  for (let run = 0; run < 20_000; run++) {
    const text = Array.from({ length: 1 + random(14) }, () => PIECES[random(PIECES.length)]).join(
      '',
    )
    const plain = removeFormatting(text).replaceAll('• ', '')
    let at = 0
    for (const character of text) {
      if (plain.startsWith(character, at)) at += character.length
      else assert.match(character, /[*_~`\n> -]/, JSON.stringify([text, plain]))
    }
    assert.equal(at, plain.length, JSON.stringify([text, plain]))
  }
})

test('a text takes time in proportion to its length, whatever it contains', async () => {
  const pieces = [
    '*',
    '_a ',
    ' *a',
    '`',
    '` ',
    '`a',
    '```',
    '``` ',
    '*_~',
    '*x*',
    'www.)',
    '`x`y',
    '- ',
    '\n',
  ]
  for (const piece of pieces)
    await assertLinear(
      200_000,
      (size) => removeFormatting(piece.repeat(size / piece.length)),
      piece,
    )
})
