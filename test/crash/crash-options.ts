/**
 * Options of a run: `rounds` kills over about `seconds`. `isFaulty`: receivers fail some first attempts, in every way.
 * `isSharded`: the workspace lies on a PostgreSQL apart from the directory, and both are killed.
 * `victims`: the parts to kill, all in turn, or the two workers at random, or at random two processes that each run all
 * parts of the product. `plant`: a fault that the run must find;
 * `lost-commits` makes PostgreSQL answer commits that a kill loses. `log` receives one line at a time.
 */
export type CrashOptions = {
  rounds: number
  seconds: number
  seed: number
  isFaulty?: boolean
  isSharded?: boolean
  victims?: 'all' | 'workers' | 'instances'
  plant?: 'lost-commits' | undefined
  log: (line: string) => void
}
