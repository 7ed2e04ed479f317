import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { AuditEntry } from '#account/audit/schema.ts'
import { CustomerText } from '../../components/customer-text.tsx'
import { TimeText } from '../../components/time-text.tsx'
import type { Wire } from '../../lib/wire.ts'
import { Row } from '../../components/rows.tsx'
import { useBrowserName } from './use-browser-name.ts'

type Entry = Wire<AuditEntry>
type Change = { from: unknown; to: unknown }
/** The text catalogue, for keys that are only known at run time. */
type AnyKey = {
  has: (key: string) => boolean
  rich: (key: string, values: Record<string, string | (() => ReactNode)>) => ReactNode
}

/** Shows one entry of the audit log in words. */
export function AuditRow({ entry }: { entry: Entry }) {
  const t = useTranslations('settings.audit')
  const any = t as unknown as AnyKey
  const changes = Object.entries((entry.data['changes'] ?? {}) as Record<string, Change>)
  const key = any.has(`actions.${entry.action}`) ? `actions.${entry.action}` : 'actions.other'
  const things = useThings(entry)
  const { action: bulkAction } = entry.data
  const field = (name: string) => (any.has(`fields.${name}`) ? t(`fields.${name as 'name'}`) : name)
  return (
    <Row
      title={
        <Text span size="sm" fw={400}>
          {any.rich(key, {
            name: () => <CustomerText>{nameOf(entry.data)}</CustomerText>,
            action: entry.action,
            change: typeof bulkAction === 'string' ? bulkAction : '',
            things,
            actor: () => (
              <Text span size="sm" fw={600}>
                <Actor entry={entry} />
              </Text>
            ),
          })}
        </Text>
      }
      sub={
        <>
          {changes.map(([name, { from, to }]) => (
            <span key={name}>
              {t.rich('change', {
                field: field(name),
                from: () => <CustomerText>{toText(from, t('nothing'))}</CustomerText>,
                to: () => <CustomerText>{toText(to, t('nothing'))}</CustomerText>,
              })}
            </span>
          ))}
          <Caller entry={entry} />
        </>
      }
      tail={<TimeText value={entry.occurred_at} />}
    />
  )
}

/** Returns how many conversations, contacts or tickets a bulk action is about. */
function useThings({ data: { subject, total, done } }: Entry): string {
  const t = useTranslations('bulk')
  const [count] = [total, done].filter((each) => typeof each === 'number')
  return typeof subject === 'string' ? t('things', { subject, count: count ?? 0 }) : ''
}

/** Shows how, where and with which browser somebody signed in, or failed to. */
function Caller({ entry: { action, data } }: { entry: Entry }) {
  const t = useTranslations('settings.audit')
  const any = t as unknown as AnyKey
  const toName = useBrowserName()
  const { address, method, reason, user_agent: userAgent, more } = data
  const isSso = action === 'sso.sign_in_failed'
  const how =
    typeof method === 'string'
      ? `methods.${method}`
      : `${isSso ? 'ssoFailures' : 'failures'}.${typeof reason === 'string' ? reason : ''}`
  return (
    <>
      {any.has(how) && <span>{any.rich(how, {})}</span>}
      {isSso &&
        [data['email'], data['detail']].map(
          (text) => typeof text === 'string' && <CustomerText key={text}>{text}</CustomerText>,
        )}
      {typeof address === 'string' && (
        <span>
          {t.rich('caller', {
            browser: toName(typeof userAgent === 'string' ? userAgent : null),
            address: () => <CustomerText>{address}</CustomerText>,
          })}
        </span>
      )}
      {typeof more === 'number' && <span>{t('more', { count: more })}</span>}
    </>
  )
}

function Actor({ entry: { actor } }: { entry: Entry }) {
  const t = useTranslations('settings.audit')
  if (actor.type === 'system') return t('system')
  if (actor.type === 'api_key')
    return actor.name === null
      ? t('formerKey')
      : t(actor.key_mode === 'test' ? 'testKey' : 'key', { name: actor.name })
  return actor.name === null ? t('somebody') : <CustomerText>{actor.name}</CustomerText>
}

/** Returns the name of an entry's subject. */
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
