/** The options on the command line: `--rounds 3` is `{rounds: '3'}`. */
export type BenchOptions = Record<string, string>

/** Splits `args` into names and options; every option takes a value. Throws for one without. */
export function parseBenchArgs(args: string[]): { names: string[]; options: BenchOptions } {
  const names: string[] = []
  const options: BenchOptions = {}
  for (let index = 0; index < args.length; index++) {
    const arg = args[index]!
    if (!arg.startsWith('--')) {
      names.push(arg)
      continue
    }
    const value = args[++index]
    if (value === undefined) throw new Error(`${arg} needs a value.`)
    options[arg.slice(2)] = value
  }
  return { names, options }
}

/** Returns the number of option `name`, or `otherwise` when it is missing. Throws for anything but a number. */
export function numberOption(options: BenchOptions, name: string, otherwise: number): number {
  const text = options[name]
  if (text === undefined) return otherwise
  const value = Number(text.replaceAll('_', ''))
  if (!Number.isFinite(value)) throw new Error(`--${name} must be a number, not ${text}.`)
  return value
}
