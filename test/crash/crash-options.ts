/**
 * Options of a run: `rounds` kills over about `seconds`. `isFaulty`: receivers fail some first attempts, in every way.
 * `victims`: the parts to kill, all in turn or the two workers at random. `log` receives one line at a time.
 */
export type CrashOptions = {
  rounds: number
  seconds: number
  seed: number
  isFaulty?: boolean
  victims?: 'all' | 'workers'
  log: (line: string) => void
}
