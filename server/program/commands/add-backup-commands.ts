import { InvalidArgumentError } from 'commander'
import type { Command } from 'commander'
import type { Result } from './print-result.ts'

/** The functions of the command line: adding a command with --json, running one, and reading a number. */
type CommandLine = {
  add: (parent: Command, name: string, description: string) => Command
  run: <O extends { json?: true }>(
    options: O,
    load: () => Promise<(options: O) => Promise<Result & { failure?: string }>>,
  ) => Promise<void>
  toCount: (text: string) => number
}

/** Adds the commands `backup`, `restore` and `verify`. */
export function addBackupCommands(program: Command, { add, run, toCount }: CommandLine): void {
  const addBackup = (name: string, description: string) =>
    add(program, name, description)
      .option('--passphrase-file <file>', 'the file with the passphrase of the backup')
      .option('--key-file <file>', 'the file with the key of the backup, 32 bytes as hex or base64')

  addBackup('backup', 'Write a backup while Parley runs')
    .requiredOption('--to <path>', 'the file to write, or a folder for a file named after the time')
    .option('--no-media', 'leave out the stored files')
    .option('--with-secrets', 'add the files with secrets of DATA_DIR; needs encryption')
    .option('--keep <number>', 'remove the oldest backups of the folder and keep so many', toKeep)
    .action((options) => run(options, async () => (await import('./backup.ts')).runBackup))

  addBackup('restore', 'Restore a backup into an empty database')
    .requiredOption('--from <file>', 'the backup')
    .option('--no-media', 'leave out the stored files')
    .option('--with-secrets', 'restore the files with secrets, too')
    .action((options) => run(options, async () => (await import('./restore.ts')).runRestore))

  addBackup('verify', 'Check that a backup is complete and unchanged')
    .requiredOption('--from <file>', 'the backup')
    .option('--database', 'compare it with the database, which must not change meanwhile')
    .action((options) => run(options, async () => (await import('./verify.ts')).runVerify))

  function toKeep(text: string): number {
    const count = toCount(text)
    if (count === 0) throw new InvalidArgumentError('Keep at least one.')
    return count
  }
}
