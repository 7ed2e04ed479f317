import { spawn, spawnSync } from 'node:child_process'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { waitFor } from '../wait-for.ts'
import { contains, hasLines } from './match-output.ts'
import type { Block } from './read-blocks.ts'

/** The commands that run samples, and the comments with the expected output of their lines. */
const PROGRAMS: Readonly<Record<string, { ending: string; command: string; shown: RegExp }>> = {
  ts: { ending: 'mts', command: 'node', shown: /console\.log\(.*\) \/\/ (.+)$/gm },
  py: { ending: 'py', command: 'python3', shown: /print\(.*\) {2}# (.+)$/gm },
}
/** The time limit of a block, in ms. */
const BLOCK_MS = 60_000
/** The time limit for an output after its block, in ms. */
const OUTPUT_MS = 15_000

/**
 * Follows the blocks of a document as a reader does, in one shell and one folder: saves files, pastes commands, and
 * compares outputs. `output` is a file for what is printed. Returns the programs that are missing here, whose blocks were left out.
 *
 * Throws at the first block that fails or whose output differs.
 */
export async function pasteBlocks(
  blocks: readonly Block[],
  options: { folder: string; output: string; env: Record<string, string>; name: string },
): Promise<string[]> {
  const { output } = options
  writeFileSync(output, '')
  const { PATH = '', HOME = options.folder, NODE_COMPILE_CACHE } = process.env
  const shell = spawn('bash', [], {
    cwd: options.folder,
    env: { PATH, HOME, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  })
  for (const stream of [shell.stdout, shell.stderr])
    stream.on('data', (text: Buffer) => appendFileSync(output, text))
  const closed = new Promise<'closed'>((resolve) => shell.once('exit', () => resolve('closed')))
  const missing = new Set<string>()
  let from = 0
  let isLeftOut = false
  try {
    for (const [number, block] of blocks.entries()) {
      const where = `${options.name}:${block.line}`
      if (block.file !== null) {
        writeFileSync(join(options.folder, block.file), block.text)
        continue
      }
      const commands = toCommands(block, number)
      if (commands !== null) {
        isLeftOut = block.needs !== null && !isInstalled(block.needs)
        if (isLeftOut) missing.add(block.needs!)
        if (isLeftOut) continue
        const before = readFileSync(output, 'utf8').length
        await paste(commands, number, where)
        expectComments(block, readFileSync(output, 'utf8').slice(before), where)
        continue
      }
      if (isLeftOut) continue
      await expectOutput(block, where)
      from = readFileSync(output, 'utf8').length
    }
  } finally {
    // Also when the shell has ended at a failed command: what it started in the background still runs.
    try {
      process.kill(-shell.pid!, 'SIGKILL')
    } catch {
      // Nothing runs any more.
    }
  }
  return [...missing]

  /** Returns what was printed after the last output that the document shows. */
  function sinceShown(): string {
    return readFileSync(output, 'utf8').slice(from)
  }

  async function paste(text: string, number: number, where: string): Promise<void> {
    const end = new RegExp(`^done-${number} (\\d+)$`, 'm')
    // A block that fails ends at its first failing command, as `set -e` in a script.
    shell.stdin.write(`set -e\n${text}\nset +e\necho; echo done-${number} 0\n`)
    const ended = waitFor(() => end.test(sinceShown()), { what: where, timeoutMs: BLOCK_MS })
    if ((await Promise.race([ended, closed])) === 'closed' && !end.test(sinceShown()))
      throw new Error(`${where}: the commands failed:\n${text}\n${sinceShown()}`)
  }

  /** Returns the commands of a block, which for a sample in a program run it. Null for an output. */
  function toCommands({ language, tab, text }: Block, number: number): string | null {
    if (language === 'sh') return text
    const program = tab === null ? undefined : PROGRAMS[language]
    if (program === undefined) return null
    const name = `sample-${number}.${program.ending}`
    return `cat > ${name} <<'END_OF_SAMPLE'\n${text}END_OF_SAMPLE\n${program.command} ${name}`
  }

  /** Checks that a sample printed what the comments beside its outputs say. */
  function expectComments({ language, text }: Block, printed: string, where: string): void {
    const expected = PROGRAMS[language] && [...text.matchAll(PROGRAMS[language].shown)]
    for (const [, line] of expected ?? [])
      if (!hasLines(printed, line!))
        throw new Error(`${where}: the sample did not print ${line}:\n${printed}`)
  }

  async function expectOutput(block: Block, where: string): Promise<void> {
    const isShown = () =>
      block.language === 'json'
        ? readJson(sinceShown()).some((value) => contains(value, JSON.parse(block.text)))
        : hasLines(sinceShown(), block.text)
    try {
      await waitFor(isShown, { what: where, timeoutMs: OUTPUT_MS })
    } catch {
      throw new Error(
        `${where}: the output differs. Expected:\n${block.text}\nGot:\n${sinceShown()}`,
      )
    }
  }
}

/** Returns the JSON documents of an output. There may be no line break between two of them. */
function readJson(output: string): unknown[] {
  const lines = output.replaceAll('}{', '}\n{').split('\n')
  return lines.flatMap((line) => {
    const at = line.search(/[{[]/)
    if (at === -1) return []
    try {
      return [JSON.parse(line.slice(at)) as unknown]
    } catch {
      return []
    }
  })
}

function isInstalled(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
}
