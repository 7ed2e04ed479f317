import { spawn } from 'node:child_process'

const SPIN =
  'process.stdin.resume().on("end", () => process.exit()); const spin = () => { const end = Date.now() + 200; while (Date.now() < end); setImmediate(spin) }; spin()'

/** Starts a process that only uses CPU time, until the returned function is called or this process ends. */
export function startBusyLoop(): () => void {
  const loop = spawn(process.execPath, ['-e', SPIN], { stdio: ['pipe', 'ignore', 'ignore'] })
  loop.stdin.on('error', () => undefined)
  return () => void loop.kill('SIGKILL')
}
