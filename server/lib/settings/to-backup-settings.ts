/** The environment variables about backups. */
export const BACKUP_NAMES = [
  'BACKUP_TO',
  'BACKUP_SCHEDULE',
  'BACKUP_KEEP',
  'BACKUP_MEDIA',
  'BACKUP_PASSPHRASE_FILE',
  'BACKUP_KEY_FILE',
  'BACKUP_S3_REGION',
  'BACKUP_S3_ACCESS_KEY_ID',
  'BACKUP_S3_SECRET_ACCESS_KEY',
] as const

type BackupEnv = Partial<Record<(typeof BACKUP_NAMES)[number], string | undefined>>

/**
 * The settings of backups: the folder or bucket, when one is written, how many are left, whether they contain the stored
 * files, the files with the passphrase or the key, and the credentials of buckets.
 */
type BackupSettings = {
  to: string | undefined
  schedule: BackupSchedule | undefined
  keep: number
  media: boolean
  passphraseFile: string | undefined
  keyFile: string | undefined
  keys: BucketKeys | undefined
}

/** The credentials of a bucket for backups. */
export type BucketKeys = { region: string; accessKeyId: string; secretAccessKey: string }

/** So many backups are left if BACKUP_KEEP is unset. */
const KEEP = 14

/** Parses the settings of backups. `problems` gets a line for each mistake; `s3` is the store of files. */
export function toBackupSettings(
  env: BackupEnv,
  { s3, problems }: { s3: BucketKeys | undefined; problems: string[] },
): BackupSettings {
  const { BACKUP_TO: to, BACKUP_SCHEDULE: times, BACKUP_KEEP: keep, BACKUP_MEDIA: media } = env
  const schedule = times === undefined ? undefined : toBackupSchedule(times)
  if (times !== undefined && schedule === undefined)
    problems.push(
      `BACKUP_SCHEDULE must be times of day in UTC, such as 02:00 or 02:00,14:30, or *:15 for every hour, not "${times.slice(0, 60)}".`,
    )
  if (times !== undefined && to === undefined)
    problems.push('BACKUP_TO is required with BACKUP_SCHEDULE: the folder or bucket of backups.')
  if (keep !== undefined && !/^[1-9]\d{0,3}$/.test(keep))
    problems.push(`BACKUP_KEEP must be a number from 1 to 9999, not "${keep.slice(0, 60)}".`)
  if (media !== undefined && !['true', 'false'].includes(media))
    problems.push(`BACKUP_MEDIA must be "true" or "false", not "${media.slice(0, 60)}".`)
  const passphraseFile = env.BACKUP_PASSPHRASE_FILE
  const keyFile = env.BACKUP_KEY_FILE
  if (passphraseFile !== undefined && keyFile !== undefined)
    problems.push('Set either BACKUP_PASSPHRASE_FILE or BACKUP_KEY_FILE.')
  const keys = toKeys(env, problems) ?? s3
  if (to !== undefined && /^https?:/.test(to) && !keys)
    problems.push(
      'BACKUP_S3_REGION, BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY are required if BACKUP_TO is a bucket.',
    )
  return {
    to,
    schedule,
    keep: keep === undefined ? KEEP : Number(keep),
    media: media !== 'false',
    passphraseFile,
    keyFile,
    keys: keys && {
      region: keys.region,
      accessKeyId: keys.accessKeyId,
      secretAccessKey: keys.secretAccessKey,
    },
  }
}

function toKeys(env: BackupEnv, problems: string[]): BackupSettings['keys'] {
  const {
    BACKUP_S3_REGION: region,
    BACKUP_S3_ACCESS_KEY_ID: accessKeyId,
    BACKUP_S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = env
  if (region && accessKeyId && secretAccessKey) return { region, accessKeyId, secretAccessKey }
  if (region ?? accessKeyId ?? secretAccessKey)
    problems.push(
      'BACKUP_S3_REGION, BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY are required together.',
    )
  return undefined
}

/** The times of a schedule, in minutes after midnight in UTC, in order. */
export type BackupSchedule = readonly number[]

const DAY_MINUTES = 24 * 60
const MINUTE_MS = 60_000

/**
 * Parses times of day in UTC, such as `02:00` or `02:00,14:30`. `*:15` is every hour. Returns undefined for anything else.
 */
export function toBackupSchedule(text: string): BackupSchedule | undefined {
  const times = new Set<number>()
  for (const part of text.split(',')) {
    const [, hour, minute] = /^([01]\d|2[0-3]|\*):([0-5]\d)$/.exec(part.trim()) ?? []
    if (hour === undefined) return undefined
    const hours = hour === '*' ? Array.from({ length: 24 }, (_, each) => each) : [Number(hour)]
    for (const each of hours) times.add(each * 60 + Number(minute))
  }
  return [...times].toSorted((a, b) => a - b)
}

/** Returns the last time of a schedule that is not after `now`. */
export function findLastDue(schedule: BackupSchedule, now: Date): Date {
  return new Date(Math.max(...timesAround(schedule, now).filter((at) => at <= now.getTime())))
}

/** Returns the first time of a schedule after `time`. */
export function findNextDue(schedule: BackupSchedule, time: Date): Date {
  return new Date(Math.min(...timesAround(schedule, time).filter((at) => at > time.getTime())))
}

/** Returns the times of the schedule on the day of `time`, the day before and the day after. */
function timesAround(schedule: BackupSchedule, time: Date): number[] {
  const midnight = Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate())
  return [-DAY_MINUTES, 0, DAY_MINUTES].flatMap((days) =>
    schedule.map((minute) => midnight + (days + minute) * MINUTE_MS),
  )
}
