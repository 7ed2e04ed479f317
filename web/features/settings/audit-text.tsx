import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { CustomerText } from '../../components/customer-text.tsx'
import type { Entry } from './audit-entry-query.ts'
import { useBrowserName } from './use-browser-name.ts'

type Change = { from: unknown; to: unknown }
/** The text catalogue, for keys that are only known at run time. */
type AnyKey = {
  has: (key: string) => boolean
  rich: (key: string, values: Record<string, string | (() => ReactNode)>) => ReactNode
}

/** Shows what an entry of the audit log says in a sentence, with the one who acted in bold letters. */
export function AuditSentence({ entry }: { entry: Entry }) {
  const t = useTranslations('settings.audit')
  const any = t as unknown as AnyKey
  const key = any.has(`actions.${entry.action}`) ? `actions.${entry.action}` : 'actions.other'
  const things = useThings(entry)
  const { action: bulkAction } = entry.data
  return (
    <Text span fz="inherit" fw={400}>
      {any.rich(key, {
        name: () => <CustomerText>{nameOf(entry.data)}</CustomerText>,
        action: entry.action,
        change: typeof bulkAction === 'string' ? bulkAction : '',
        things,
        actor: () => (
          <Text span fz="inherit" fw={600}>
            <Actor entry={entry} />
          </Text>
        ),
      })}
    </Text>
  )
}

/** Returns the changed fields of an entry, each with its name in words. */
export function useAuditChanges(): (entry: Entry) => (Change & { name: string })[] {
  const t = useTranslations('settings.audit')
  const any = t as unknown as AnyKey
  return ({ data }) =>
    Object.entries((data['changes'] ?? {}) as Record<string, Change>).map(([name, change]) => ({
      ...change,
      name: any.has(`fields.${name}`) ? t(`fields.${name as 'name'}`) : name,
    }))
}

/** Shows the changed fields of an entry: the values before and after. */
export function AuditChanges({ entry }: { entry: Entry }) {
  const t = useTranslations('settings.audit')
  const changes = useAuditChanges()(entry)
  return changes.map(({ name, from, to }, index) => (
    <span key={name}>
      {index > 0 && ' · '}
      {t.rich('change', {
        field: name,
        from: () => <CustomerText>{toText(from, t('nothing'))}</CustomerText>,
        to: () => <CustomerText>{toText(to, t('nothing'))}</CustomerText>,
      })}
    </span>
  ))
}

/** Returns how many conversations, contacts or tickets a bulk action is about. */
function useThings({ data: { subject, total, done } }: Entry): string {
  const t = useTranslations('bulk')
  const [count] = [total, done].filter((each) => typeof each === 'number')
  return typeof subject === 'string' ? t('things', { subject, count: count ?? 0 }) : ''
}

/** Shows how, where and with which browser somebody signed in, or failed to. */
export function AuditCaller({ entry: { action, data } }: { entry: Entry }) {
  const t = useTranslations('settings.audit')
  const any = t as unknown as AnyKey
  const toName = useBrowserName()
  const { address, method, reason, user_agent: userAgent, more } = data
  const isSso = action === 'sso.sign_in_failed'
  const how =
    typeof method === 'string'
      ? `methods.${method}`
      : `${isSso ? 'ssoFailures' : 'failures'}.${typeof reason === 'string' ? reason : ''}`
  const parts = [
    any.has(how) && any.rich(how, {}),
    ...(isSso ? [data['email'], data['detail']] : []).map(
      (text) => typeof text === 'string' && <CustomerText>{text}</CustomerText>,
    ),
    typeof address === 'string' &&
      t.rich('caller', {
        browser: toName(typeof userAgent === 'string' ? userAgent : null),
        address: () => <CustomerText>{address}</CustomerText>,
      }),
    typeof more === 'number' && t('more', { count: more }),
  ].filter((part) => part !== false)
  return parts.map((part, index) => (
    <span key={index}>
      {index > 0 && ' · '}
      {part}
    </span>
  ))
}

/** Shows in a line what an entry says beside its sentence: the changed fields, and where a sign-in came from. */
export function AuditDetails({ entry }: { entry: Entry }) {
  return (
    <>
      <AuditChanges entry={entry} />
      <AuditCaller entry={entry} />
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
