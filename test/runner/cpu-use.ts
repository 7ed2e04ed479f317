import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'

/** CPU time in ms of a process, and of its ended children that it waited for. */
type CpuMs = { own: number; ended: number }

/** CPU time in ms of a process that ran tests, and of the programs that it started. */
type FileUse = { file: string; own: number; programs: number }

/** Linux counts in hundredths of a second for everything that it shows. Source: proc_pid_stat(5), `sysconf(_SC_CLK_TCK)`. */
const TICK_MS = 10

/** Reads the CPU time of a process, by its id or `self`. Only Linux shows it. Source: proc_pid_stat(5). */
export function readCpuMs(pid: number | 'self'): CpuMs {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name, in parentheses, may have spaces. The fields 14 to 17 are utime, stime, cutime and cstime.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const sum = (from: number) => (Number(fields[from]) + Number(fields[from + 1])) * TICK_MS
  return { own: sum(11), ended: sum(13) }
}

/** Reads the CPU time in ms of a running process with all its children, also the ended ones. */
export function readTreeMs(pid: number): number {
  const { own, ended } = readCpuMs(pid)
  const children = `/proc/${pid}/task/${pid}/children`
  const running = existsSync(children) ? readFileSync(children, 'utf8').trim().split(' ') : []
  const ofChild = (child: string) => {
    try {
      return readTreeMs(Number(child))
    } catch {
      return 0
    }
  }
  return running.reduce((total, child) => total + (child ? ofChild(child) : 0), own + ended)
}

/** Returns the lines of a table of what each file used, the most first, and the sum. `others` are further processes by name. */
export function listCpuUse(path: string, others: Record<string, number>): string[] {
  const text = existsSync(path) ? readFileSync(path, 'utf8').trim() : ''
  const files = text.split('\n').map((line) => JSON.parse(line) as FileUse)
  const uses = [
    ...files.map(({ file, own, programs }) => ({ name: basename(file), own, programs })),
    ...Object.entries(others).map(([name, own]) => ({ name, own, programs: 0 })),
  ].toSorted((a, b) => b.own + b.programs - a.own - a.programs)
  const total = uses.reduce((sum, { own, programs }) => sum + own + programs, 0)
  const seconds = (ms: number) => (ms / 1000).toFixed(1).padStart(8)
  return [
    'CPU time in seconds: of the process, of its programs',
    ...uses.map(({ name, own, programs }) => `${seconds(own)}${seconds(programs)}  ${name}`),
    `${seconds(total)}  in all`,
  ]
}
