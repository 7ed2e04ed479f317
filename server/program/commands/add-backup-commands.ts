import { InvalidArgumentError } from 'commander'
import { toCount } from './command-line.ts'
import type { CommandLine } from './command-line.ts'

/** Adds the commands `backup`, `restore`, `verify` and `copy`. */
export function addBackupCommands(program: CommandLine): void {
  const addBackup = (name: string, description: string) =>
    program
      .add(name, description)
      .option(
        '--passphrase-file <file>',
        'the file with the passphrase of the backup (default: BACKUP_PASSPHRASE_FILE)',
      )
      .option(
        '--key-file <file>',
        'the file with its key, 32 bytes as hex or base64 (default: BACKUP_KEY_FILE)',
      )

  addBackup(
    'backup',
    'Write a backup while Parley runs. It is plain text unless a passphrase or a key is given.',
  )
    .option(
      '--to <place>',
      'the file to write, or a folder or the URL of a bucket for a file named after the time (default: BACKUP_TO)',
    )
    .option('--no-media', 'leave out the stored files')
    .option('--with-secrets', 'add the files with secrets of DATA_DIR; needs encryption')
    .option(
      '--keep <number>',
      'check the new backup, then remove the oldest ones beside it and keep so many (default with BACKUP_TO: BACKUP_KEEP)',
      toKeep,
    )
    .runs(async () => (await import('./run-backup.ts')).runBackup)

  addBackup('restore', 'Restore a backup into an empty database')
    .requiredOption('--from <place>', 'the file, or a folder or the URL of a bucket for its newest')
    .option('--no-media', 'leave out the stored files')
    .option('--with-secrets', 'restore the files with secrets, too')
    .runs(async () => (await import('./run-restore.ts')).runRestore)

  addBackup('verify', 'Check that a backup is complete and unchanged')
    .requiredOption('--from <place>', 'the file, or a folder or the URL of a bucket for its newest')
    .option('--database', 'compare it with the database, which must not change meanwhile')
    .runs(async () => (await import('./run-verify.ts')).runVerify)

  program
    .add('copy', 'Copy everything into an empty database, while Parley is stopped')
    .requiredOption(
      '--to <place>',
      'a postgres:// address, or the DATA_DIR of a new embedded database',
    )
    .option('--to-shards <addresses>', 'the servers of further shards, as in DATABASE_SHARD_URLS')
    .runs(async () => (await import('./run-copy.ts')).runCopy)

  function toKeep(text: string): number {
    const count = toCount(text)
    if (count === 0) throw new InvalidArgumentError('Keep at least one.')
    return count
  }
}
