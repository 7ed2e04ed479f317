import { parseSync } from 'vite'
import { isNamedAfterExport } from '../../lint/named-after-export.ts'
import { countCodeLines } from './count-code-lines.ts'
import type { Source } from './read-sources.ts'

/** A function longer than `LONG` lines, with the line on which it starts. */
type LongFunction = { path: string; line: number; lines: number }

/** The figures of a set of files. `casts` counts `as` without `as const`, `assertions` counts `!`. */
export type Figures = {
  files: number
  lines: number
  codeLines: number
  casts: number
  assertions: number
  functions: number
  longFunctions: LongFunction[]
  misnamed: string[]
}

/** Functions with more lines are listed. */
export const LONG = 100

type Node = { type: string; start: number; end: number } & Record<string, unknown>

const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']

/** Measures files: casts, assertions, long functions, and names that are no export's. */
export function measureCode(sources: readonly Source[]): Figures {
  const figures: Figures = {
    files: sources.length,
    lines: 0,
    codeLines: 0,
    casts: 0,
    assertions: 0,
    functions: 0,
    longFunctions: [],
    misnamed: [],
  }
  for (const { path, text } of sources) {
    const { program, module } = parseSync(path, text)
    const lineOf = (offset: number) => text.slice(0, offset).split('\n').length
    figures.lines += lineOf(text.trimEnd().length)
    figures.codeLines += countCodeLines(path, text)
    const exported = module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ exportName }) => exportName.name ?? []),
    )
    if (!isNamedAfterExport(path, exported)) figures.misnamed.push(path)
    visit(program, (node) => {
      if (node.type === 'TSNonNullExpression') figures.assertions++
      if (node.type === 'TSAsExpression' && !isConst(node)) figures.casts++
      if (!FUNCTIONS.includes(node.type)) return
      figures.functions++
      const line = lineOf(node.start)
      const lines = lineOf(node.end) - line + 1
      if (lines > LONG) figures.longFunctions.push({ path, line, lines })
    })
  }
  return figures
}

function isConst({ typeAnnotation }: Node): boolean {
  const { typeName } = typeAnnotation as { typeName?: { name?: string } }
  return typeName?.name === 'const'
}

function visit(node: unknown, enter: (node: Node) => void): void {
  if (typeof node !== 'object' || node === null) return
  if ('type' in node) enter(node as Node)
  for (const child of Object.values(node)) visit(child, enter)
}
