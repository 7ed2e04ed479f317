/**
 * How a run goes: `rounds` kills over about `seconds`. `isFaulty`: receivers fail some first tries, in every way that
 * there is. `victims`: what is killed, everything in turn or the two workers at random. `log` takes a line at a time.
 */
export type CrashOptions = {
  rounds: number
  seconds: number
  seed: number
  isFaulty?: boolean
  victims?: 'all' | 'workers'
  log: (line: string) => void
}
