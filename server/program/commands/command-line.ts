import type { Command } from 'commander'
import type { Result } from './print-result.ts'

/** The functions of the command line: adding a command with --json, and running one. */
export type CommandLine = {
  add: (parent: Command, name: string, description: string) => Command
  run: <O extends { json?: true }>(
    options: O,
    load: () => Promise<(options: O) => Promise<(Result & { failure?: string }) | void>>,
  ) => Promise<void>
}

/** The option of commands that are about one workspace: its flags and its description. */
export const workspaceOption = [
  '--workspace <id or slug>',
  'the id or slug of the workspace',
] as const
