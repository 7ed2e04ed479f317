import { Command, InvalidArgumentError, Option } from 'commander'
import { CONNECTED_CHANNEL_TYPES } from '#shared/channel-types.ts'
import type { Result } from './print-result.ts'

/** The work of a command: gets its options and its arguments. Returns what is printed, and with `failure` why it failed. */
type Run<O> = (options: O, ...args: string[]) => Promise<(Result & { failure?: string }) | void>

/** A command of the command line. It loads its work when it is called, so that others start fast. */
export class CommandLine extends Command {
  override createCommand(name?: string): CommandLine {
    return new CommandLine(name)
  }

  /** Adds a group of commands, such as `keys`. */
  group(name: string, description: string): CommandLine {
    return this.command(name).description(description)
  }

  /** Adds a command with --json. */
  add(name: string, description: string): CommandLine {
    return this.group(name, description)
      .option('--json', 'print JSON for scripts')
      .allowExcessArguments(false)
  }

  /** Prints the result of the command's work, if any, to stdout, or an error to stderr with exit code 1. */
  runs<O>(load: () => Promise<Run<O>>): this {
    return this.action(async (...given) => {
      const options: O & { json?: true } = given.at(-2)
      try {
        const run = await load()
        const result = await run(options, ...given.slice(0, -2).flat())
        if (!result) return
        const { printResult } = await import('./print-result.ts')
        printResult(result, options.json ?? false)
        if (result.failure) fail([result.failure])
      } catch (err) {
        const { explainError } = await import('../start/explain-error.ts')
        fail(explainError(err))
        const { StalledError } = await import('#backups/limit-place.ts')
        if (err instanceof StalledError) process.kill(process.pid, 'SIGKILL')
      }
    })
  }
}

function fail(lines: string[]): void {
  process.stderr.write(`${lines.join('\n')}\n`)
  process.exitCode = 1
}

/** Reads a whole number. @throws {InvalidArgumentError} */
export function toCount(text: string): number {
  if (!/^\d{1,5}$/.test(text)) throw new InvalidArgumentError('Give a whole number.')
  return Number(text)
}

/** The option of commands that are about one workspace: its flags and its description. */
export const workspaceOption = [
  '--workspace <id or slug>',
  'the id or slug of the workspace',
] as const

/** The option of commands that are about one user. */
export const emailOption = ['--email <address>', 'the email address'] as const

/** Adds the options that name an account of a platform. */
export function addAccountOptions(command: CommandLine): CommandLine {
  return command
    .addOption(
      new Option('--type <type>', 'the platform')
        .choices([...CONNECTED_CHANNEL_TYPES])
        .makeOptionMandatory(),
    )
    .option('--phone-number-id <id>', 'the phone number id on WhatsApp')
    .option('--account <id>', 'the id of the page or of the Instagram account')
}
