import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const DOCS = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/**/*.md', 'test/README.md']
const CODE_FOLDER = /^(\.\/)?(server|shared|web|simulator|test|bench|lint|docs|scripts|\.ci)\//
const FILE_NAME = /\.(c?[jt]s|tsx|json|md|sql|sh|yml)$/
const PLAIN_PATH = /^[\w@.*-]+(\/[\w@.*-]+)*\/?$/
/** Made by installing or running the product: right to name, absent from a fresh clone. */
const MADE_LATER = /^(\.\/)?(data|node_modules|(web\/)?dist)(\/|$)/

/** A path that a document names and the repository does not have; `line` counts from 1. */
type BrokenPath = { doc: string; line: number; path: string }

/**
 * The paths that the documents below `root` name, in links and in code, and that do not exist.
 * Code may name a file from the root, from `server/` or by its name alone; placeholders pass.
 */
export function findBrokenDocPaths(root: string): BrokenPath[] {
  return globSync(DOCS, { cwd: root }).flatMap((doc) => {
    let isFenced = false
    const lines = readFileSync(join(root, doc), 'utf8').split('\n')
    return lines.flatMap((text, index) => {
      if (/^\s*(```|~~~)/.test(text)) isFenced = !isFenced
      const links = isFenced ? [] : linksIn(text).filter((path) => !isLinkTarget(root, doc, path))
      const code = (isFenced ? fencedPathsIn(text) : inlinePathsIn(text)).filter(
        (path) => !MADE_LATER.test(path) && !isRepositoryPath(root, path),
      )
      return [...links, ...code].map((path) => ({ doc, line: index + 1, path }))
    })
  })
}

function linksIn(text: string): string[] {
  const targets = [...text.matchAll(/\]\(([^)\s]+)[^)]*\)/g)].map(([, target = '']) => target)
  return targets
    .map((target) => target.replace(/[#?].*$/, ''))
    .filter((target) => target !== '' && !/^[a-z]+:/i.test(target))
}

function isLinkTarget(root: string, doc: string, path: string): boolean {
  return existsSync(path.startsWith('/') ? join(root, path) : join(root, dirname(doc), path))
}

function wordsIn(code: string): string[] {
  const words = code.split(/[\s"'(),;=|:]+/).map((word) => word.replace(/\.+$/, ''))
  return words.filter((word) => PLAIN_PATH.test(word))
}

function inlinePathsIn(text: string): string[] {
  const spans = [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
  return spans.flatMap(wordsIn).filter((word) => CODE_FOLDER.test(word) || FILE_NAME.test(word))
}

/** In a sample a bare file name may be the reader's own, so only our folders are held to. */
function fencedPathsIn(text: string): string[] {
  return wordsIn(text).filter((word) => CODE_FOLDER.test(word))
}

function isRepositoryPath(root: string, path: string): boolean {
  const candidates = [path, join('server', path)]
  if (path === basename(path)) candidates.push(`*/**/${path}`)
  return candidates.some((candidate) =>
    candidate.includes('*')
      ? globSync(candidate, { cwd: root, exclude: ['node_modules', 'data'] }).length > 0
      : existsSync(join(root, candidate)),
  )
}
