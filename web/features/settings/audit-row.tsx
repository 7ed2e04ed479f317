import { Text } from '@mantine/core'
import { useTranslations } from 'use-intl'
import type { AuditEntry } from '../../../server/audit/schema.ts'
import { CustomerText } from '../../components/customer-text.tsx'
import { TimeText } from '../../components/time-text.tsx'
import type { Wire } from '../../lib/wire.ts'
import { Row } from '../developer/rows.tsx'

type Entry = Wire<AuditEntry>
type Change = { from: unknown; to: unknown }

/** One entry of the audit log, in words. */
export function AuditRow({ entry }: { entry: Entry }) {
  const t = useTranslations('settings.audit')
  const changes = Object.entries((entry.data['changes'] ?? {}) as Record<string, Change>)
  const tell = t as unknown as (key: string, values: Record<string, string>) => string
  const key = `actions.${entry.action}`
  const name = nameOf(entry.data)
  return (
    <Row
      title={
        <Text span size="sm" fw={400}>
          <Text span size="sm" fw={600}>
            <Actor entry={entry} />
          </Text>{' '}
          <CustomerText>
            {(t.has as (key: string) => boolean)(key)
              ? tell(key, { name })
              : t('actions.other', { action: entry.action })}
          </CustomerText>
        </Text>
      }
      sub={changes.map(([field, { from, to }]) => (
        <CustomerText key={field}>
          {t('change', { field, from: toText(from, t('nothing')), to: toText(to, t('nothing')) })}
        </CustomerText>
      ))}
      tail={<TimeText value={entry.occurred_at} />}
    />
  )
}

function Actor({ entry: { actor } }: { entry: Entry }) {
  const t = useTranslations('settings.audit')
  if (actor.type === 'system') return t('system')
  if (actor.type === 'api_key')
    return actor.name === null ? t('formerKey') : t('key', { name: actor.name })
  return actor.name === null ? t('somebody') : <CustomerText>{actor.name}</CustomerText>
}

/** What an entry calls the thing that it is about. */
function nameOf(data: Record<string, unknown>): string {
  for (const field of ['name', 'email', 'url', 'shortcut', 'filename']) {
    const value = data[field]
    if (typeof value === 'string')
      return field === 'url' ? value.replace(/^https?:\/\//, '') : value
  }
  return ''
}

function toText(value: unknown, nothing: string): string {
  if (value === null || value === undefined || value === '') return nothing
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > 200 ? `${text.slice(0, 199)}…` : text
}
