/**
 * A fenced block of a document. `file` is the name to save it as. `needs` is a program without which the block, and the
 * output after it, cannot be tried. `body` is the operation that takes it as its body, `tab` the language of a sample that is there
 * in several ones.
 */
export type Block = {
  language: string
  file: string | null
  needs: string | null
  body: string | null
  tab: string | null
  text: string
  line: number
}

/**
 * Returns the fenced blocks of a Markdown document. The words after the language are a file's name, `needs=…`, `body=…`
 * or `tab=…`.
 */
export function readBlocks(markdown: string): Block[] {
  return [...markdown.matchAll(/^```(\w*) ?(.*)\n([^]*?)^```$/gm)].map((match) => {
    const [, language = '', info = '', text = ''] = match
    const words = info.split(' ').filter(Boolean)
    return {
      language,
      file: words.find((word) => !word.includes('=')) ?? null,
      needs: valueOf(words, 'needs'),
      body: valueOf(words, 'body'),
      tab: valueOf(words, 'tab'),
      text,
      line: markdown.slice(0, match.index).split('\n').length,
    }
  })
}

function valueOf(words: readonly string[], name: string): string | null {
  return words.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1) ?? null
}
