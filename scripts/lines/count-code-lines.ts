import { parseSync } from 'vite'

/** Counts the lines of TypeScript or JavaScript that contain code: neither blank lines nor those with only a comment. */
export function countCodeLines(path: string, text: string): number {
  const { comments, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`)
  let code = ''
  let from = text.startsWith('#!') ? text.indexOf('\n') : 0
  for (const { start, end } of comments) {
    code += text.slice(from, start) + text.slice(start, end).replaceAll(/[^\n]/g, '')
    from = end
  }
  return (code + text.slice(from)).split('\n').filter((line) => line.trim() !== '').length
}
