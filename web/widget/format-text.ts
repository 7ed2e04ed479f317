import { parseFormattedText } from '#shared/formatted-text.ts'
import type { TextBlock, TextPart } from '#shared/formatted-text.ts'
import { create, linkify } from './dom.ts'

const TAGS = { bold: 'strong', italic: 'em', struck: 's' } as const

/** Returns a text with its marks, lists and quotes as elements, and its web addresses as links. */
export function formatText(text: string, hint: string): (Node | string)[] {
  return parseFormattedText(text).flatMap((block) => writeBlock(block, hint))
}

function writeBlock(block: TextBlock, hint: string): (Node | string)[] {
  if (block.kind === 'text') return writeParts(block.parts, hint)
  if (block.kind === 'quote') {
    const lines = block.lines.map(({ parts }) =>
      create('div', '', { dir: 'auto' }, ...writeParts(parts, hint)),
    )
    return [create('blockquote', '', {}, ...lines)]
  }
  const items = block.lines.map(({ parts, number }) =>
    create(
      'li',
      '',
      { dir: 'auto', ...(number !== null && { value: String(number) }) },
      ...writeParts(parts, hint),
    ),
  )
  return [create(block.kind === 'bullets' ? 'ul' : 'ol', '', {}, ...items)]
}

function writeParts(parts: readonly TextPart[], hint: string): (Node | string)[] {
  return parts.flatMap((part, index) => {
    const before = parts[index - 1]
    // The line of a block of code ends with it.
    const isAfterBlock = typeof before === 'object' && before.mark === 'code' && before.isBlock
    if (typeof part === 'string') return linkify(isAfterBlock ? part.replace('\n', '') : part, hint)
    if (part.mark === 'code')
      return create(
        'code',
        part.isBlock ? 'block' : '',
        part.isBlock ? { dir: 'ltr' } : {},
        part.text,
      )
    return create(TAGS[part.mark], '', {}, ...writeParts(part.parts, hint))
  })
}
