import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles } from '../../test/runner/changed-files.ts'
import { familyOf } from './family-of.ts'

/** A source file with the family in which it counts. */
export type Source = { path: string; family: string; text: string }

/** Reads the source files of the repository at `root`, from the working tree or from a commit. */
export function readSources(root: string, commit?: string): Source[] {
  const paths = commit === undefined ? listFiles(root) : listFilesOf(root, commit)
  const sources = paths.flatMap((path) => {
    const family = familyOf(path)
    return family === undefined ? [] : [{ path, family }]
  })
  if (commit === undefined)
    return sources.map((source) => ({
      ...source,
      text: readFileSync(join(root, source.path), 'utf8'),
    }))
  const texts = readFilesOf(
    root,
    sources.map(({ path }) => `${commit}:${path}`),
  )
  return sources.map((source, index) => ({ ...source, text: texts[index]! }))
}

function listFilesOf(root: string, commit: string): string[] {
  const output = runGit(root, ['ls-tree', '-r', '-z', '--name-only', commit])
  return output.toString().split('\0').filter(Boolean)
}

/** Reads many files of commits by one process of git, which writes a line with the size before each and a line break after it. */
function readFilesOf(root: string, names: readonly string[]): string[] {
  const output = runGit(root, ['cat-file', '--batch'], names.join('\n'))
  let offset = 0
  return names.map((name) => {
    const lineEnd = output.indexOf('\n', offset)
    const size = Number(/ blob (\d+)$/.exec(output.toString('utf8', offset, lineEnd))?.[1])
    if (Number.isNaN(size)) throw new Error(`git has no file ${name}`)
    offset = lineEnd + 1 + size + 1
    return output.toString('utf8', lineEnd + 1, lineEnd + 1 + size)
  })
}

function runGit(root: string, args: readonly string[], input?: string): Buffer {
  return execFileSync('git', args, { cwd: root, input, maxBuffer: 2 ** 28 })
}
