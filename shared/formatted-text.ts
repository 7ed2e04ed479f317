/** Marks of a text, with the character before and after what is marked. Source: WhatsApp, "How to format your messages". */
export const TEXT_MARKS = { bold: '*', italic: '_', struck: '~', code: '`' } as const

/** A mark of a text. */
export type TextMark = keyof typeof TEXT_MARKS

/**
 * A part of a line: plain text, parts with a mark, or code, which is plain text and may have several lines. `isBlock`: the code has lines
 * of its own.
 */
export type TextPart =
  | string
  | { mark: 'code'; text: string; isBlock: boolean }
  | { mark: Exclude<TextMark, 'code'>; parts: TextPart[] }

/** A line of a list or a quote. `number`: of an item in a numbered list. */
type TextLine = { number: number | null; parts: TextPart[] }

/** Consecutive lines of the same kind. Text contains its line breaks, also the one before the next block. */
export type TextBlock =
  | { kind: 'text'; parts: TextPart[] }
  | { kind: 'quote' | 'bullets' | 'numbers'; lines: TextLine[] }

const MARKS_BY_SIGN = new Map<string, Exclude<TextMark, 'code'>>([
  ['*', 'bold'],
  ['_', 'italic'],
  ['~', 'struck'],
])
const FENCE = '```'
const LINE_START = /(?:([*-])|(0|[1-9]\d{0,8})\.|>) (?=\S)/y
const ADDRESS = /(?:https?:\/\/|www\.)\S+/iy
/** A letter, a digit or a part of one; not the last part of an emoji. */
const WORD = /(?![\u{FE0F}\u{20E3}])[\p{L}\p{N}\p{M}]/u
/** Characters after an address that belong to the text around it. */
const AFTER_ADDRESS = '*_~`.,;:!?…।)]}\'"»'

/**
 * Reads the marks, lists and quotes of a text as WhatsApp does: a mark begins before and ends after a word, within a line,
 * and addresses have none. Takes time in proportion to the length of the text.
 */
export function parseFormattedText(text: string): TextBlock[] {
  const blocks: TextBlock[] = []
  const readLine = createLineReader(text)
  for (let at = 0; at < text.length;) {
    LINE_START.lastIndex = at
    const [start = '', bullet, number] = LINE_START.exec(text) ?? []
    const { parts, end } = readLine(at + start.length)
    const last = blocks.at(-1)
    at = end + 1
    if (start === '') {
      if (end < text.length) parts.push('\n')
      if (last?.kind !== 'text') blocks.push({ kind: 'text', parts })
      else for (const part of parts) last.parts.push(part)
    } else {
      const kind = bullet ? 'bullets' : number ? 'numbers' : 'quote'
      const line = { number: number ? Number(number) : null, parts }
      if (last?.kind === kind) last.lines.push(line)
      else blocks.push({ kind, lines: [line] })
    }
  }
  return blocks.map((block) =>
    block.kind === 'text' ? { ...block, parts: join(block.parts) } : block,
  )
}

/** Returns a text without its marks, for a place where they cannot be shown. */
export function removeFormatting(text: string): string {
  return parseFormattedText(text)
    .map((block, index, all) => {
      if (block.kind === 'text') return toText(block.parts)
      const lines = block.lines.map(({ number, parts }) => {
        const sign = block.kind === 'bullets' ? '• ' : number === null ? '' : `${number}. `
        return sign + toText(parts)
      })
      return lines.join('\n') + (index < all.length - 1 ? '\n' : '')
    })
    .join('')
}

function toText(parts: readonly TextPart[]): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part
      return part.mark === 'code' ? part.text : toText(part.parts)
    })
    .join('')
}

/** Joins the texts that follow each other. */
function join(parts: readonly TextPart[]): TextPart[] {
  const joined: TextPart[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (typeof part === 'string' && typeof last === 'string')
      joined[joined.length - 1] = last + part
    else joined.push(part)
  }
  return joined
}

/** A mark that has begun: its sign, and its places in the text and among the parts of the line. */
type BegunMark = { sign: string; at: number; index: number }

/** Returns a function that reads the line which begins at a place in `text`, and returns its parts and its end. */
function createLineReader(text: string): (from: number) => { parts: TextPart[]; end: number } {
  const readCode = createCodeReader(text)
  return (from) => {
    const parts: TextPart[] = []
    const begun: BegunMark[] = []
    let at = from
    let written = from
    /** The place of the last character that is neither a space nor a sign: there must be one between two signs. */
    let solid = -1
    const flush = () => {
      if (at > written) parts.push(text.slice(written, at))
    }
    while (at < text.length && text[at] !== '\n') {
      const sign = text[at] ?? ''
      const mark = MARKS_BY_SIGN.get(sign)
      const code = sign === '`' ? readCode(at) : undefined
      const place = begun.findIndex((each) => each.sign === sign)
      const start = begun[place]
      if (code) {
        flush()
        const { end, ...rest } = code
        parts.push({ mark: 'code', ...rest })
        solid = at
        at = written = end
      } else if (mark && start && solid > start.at && isEnd(text, at)) {
        flush()
        parts.push({ mark, parts: join(parts.splice(start.index).slice(1)) })
        begun.length = place
        written = ++at
      } else if (mark && !start && isStart(text, at)) {
        flush()
        begun.push({ sign, at, index: parts.length })
        parts.push(sign)
        written = ++at
      } else {
        if (!mark && /[^\s`]/.test(sign)) solid = at
        at = Math.max(at + 1, findAddressEnd(text, at))
      }
    }
    flush()
    return { parts: join(parts), end: at }
  }
}

/** Code in a text, and the place after it. */
type CodePart = { text: string; isBlock: boolean; end: number }

/** Returns a function that reads the code which begins at a place in `text`; undefined if none does. */
function createCodeReader(text: string): (at: number) => CodePart | undefined {
  // Remembers where no end of code follows, so that each part of the text is searched once.
  let hasFence = true
  let codeless = 0
  return (at) => {
    if (hasFence && text.startsWith(FENCE, at)) {
      const end = text.indexOf(FENCE, at + FENCE.length)
      hasFence = end >= 0
      const content = text.slice(at + FENCE.length, Math.max(end, 0))
      if (isCode(content)) return readFence(text, at, end)
    }
    if (at < codeless || isWordBefore(text, at)) return undefined
    let end = at + 1
    for (; end < text.length && text[end] !== '\n'; end++) {
      if (text[end] !== '`' || isWordAt(text, end + 1)) continue
      const content = text.slice(at + 1, end)
      return isCode(content) ? { text: content, isBlock: false, end: end + 1 } : undefined
    }
    codeless = end
    return undefined
  }
}

/** Reads the code between two fences, without the line breaks between it and fences that are alone on their lines. */
function readFence(text: string, at: number, close: number): CodePart {
  const from = at + FENCE.length
  const end = close + FENCE.length
  const isFirst = at === 0 || text[at - 1] === '\n'
  const isLast = end === text.length || text[end] === '\n'
  const code = text.slice(
    from + Number(isFirst && text[from] === '\n'),
    close - Number(isLast && text[close - 1] === '\n'),
  )
  return { text: code, isBlock: isFirst && isLast, end }
}

function isCode(content: string): boolean {
  return /[^\s`]/.test(content)
}

/** Returns the end of the address that begins at `at`; `at` if none does. */
function findAddressEnd(text: string, at: number): number {
  if (!/[hw]/i.test(text[at] ?? '') || isWordBefore(text, at)) return at
  ADDRESS.lastIndex = at
  let end = at + (ADDRESS.exec(text)?.[0].length ?? 0)
  while (end > at && AFTER_ADDRESS.includes(text[end - 1] ?? '')) end--
  return end
}

/** Returns whether a mark can begin at `at`: not in a word, and right before what it marks. */
function isStart(text: string, at: number): boolean {
  const next = text[at + 1] ?? ' '
  return !/\s/.test(next) && next !== text[at] && !isWordBefore(text, at)
}

/** Returns whether a mark can end at `at`: right after what it marks, and not in a word. */
function isEnd(text: string, at: number): boolean {
  const before = text[at - 1] ?? ' '
  return !/\s/.test(before) && before !== text[at] && !isWordAt(text, at + 1)
}

function isWordBefore(text: string, at: number): boolean {
  const isPair = /[\u{DC00}-\u{DFFF}]/u.test(text[at - 1] ?? '')
  return at > 0 && isWordAt(text, at - (isPair ? 2 : 1))
}

function isWordAt(text: string, at: number): boolean {
  const code = text.codePointAt(at)
  return code !== undefined && WORD.test(String.fromCodePoint(code))
}
