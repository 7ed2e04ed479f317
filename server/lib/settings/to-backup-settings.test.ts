import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  findLastDue,
  findNextDue,
  toBackupSchedule,
  toBackupSettings,
} from './to-backup-settings.ts'

const at = (text: string) => new Date(`2026-11-26T${text}:00Z`)

test('a schedule has times of day, or every hour, in UTC', () => {
  assert.deepEqual(toBackupSchedule('14:30, 02:00,14:30'), [120, 870])
  assert.equal(toBackupSchedule('*:15')!.length, 24)
  for (const text of ['', '2:00', '24:00', '02:60', '02:00,', '*', '0 2 * * *'])
    assert.equal(toBackupSchedule(text), undefined, text)
})

test('the last and the next time are found across midnight', () => {
  const schedule = toBackupSchedule('02:00,14:30')!
  assert.deepEqual(findLastDue(schedule, at('01:59')), new Date('2026-11-25T14:30:00Z'))
  assert.deepEqual(findLastDue(schedule, at('02:00')), at('02:00'))
  assert.deepEqual(findLastDue(schedule, at('23:00')), at('14:30'))
  assert.deepEqual(findNextDue(schedule, at('02:00')), at('14:30'))
  assert.deepEqual(findNextDue(schedule, at('14:30')), new Date('2026-11-27T02:00:00Z'))
})

test('settings that do not fit together are refused', () => {
  const s3 = { endpoint: 'https://s3/files', region: 'eu', accessKeyId: 'a', secretAccessKey: 's' }
  const problemsOf = (env: Parameters<typeof toBackupSettings>[0], store?: typeof s3) => {
    const problems: string[] = []
    toBackupSettings(env, { s3: store, problems })
    return problems.join('\n')
  }
  assert.match(problemsOf({ BACKUP_SCHEDULE: '02:00' }), /BACKUP_TO is required/)
  assert.match(problemsOf({ BACKUP_TO: '/b', BACKUP_SCHEDULE: 'daily' }), /must be times of day/)
  assert.match(problemsOf({ BACKUP_KEEP: '0' }), /BACKUP_KEEP must be a number/)
  assert.match(problemsOf({ BACKUP_MEDIA: 'no' }), /BACKUP_MEDIA must be/)
  assert.match(problemsOf({ BACKUP_PASSPHRASE_FILE: 'a', BACKUP_KEY_FILE: 'b' }), /Set either/)
  assert.match(problemsOf({ BACKUP_S3_REGION: 'eu' }), /are required together/)
  const bucket = { BACKUP_TO: 'https://s3/backups', BACKUP_SCHEDULE: '*:00' }
  assert.match(problemsOf(bucket), /are required if BACKUP_TO is a bucket/)
  assert.equal(problemsOf(bucket, s3), '')
  const { keys } = toBackupSettings(bucket, { s3, problems: [] })
  assert.deepEqual(keys, { region: 'eu', accessKeyId: 'a', secretAccessKey: 's' })
})
