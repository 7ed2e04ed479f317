import { Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { SeenCondition } from '#shared/rule-parts.ts'
import { CustomerText } from '../customer-text.tsx'
import { QueryState } from '../query-state.tsx'
import { EmptyState } from '../states.tsx'
import { TextLink } from '../text-link.tsx'
import { TimeText } from '../time-text.tsx'
import { ruleLogQuery, rulesQuery } from '../../lib/rules.ts'
import type { RuleLog } from '../../lib/rules.ts'
import { useFindMember } from '../../lib/members.ts'
import { tagsQuery } from '../../lib/tags.ts'
import { useFindTeam } from '../../lib/teams.ts'

/** The dialog with what rules did, and why others did nothing: of one rule, or in one conversation. */
export function RuleLogDialog(props: { title?: string; path: string; onClose: () => void }) {
  const { title, path, onClose } = props
  const t = useTranslations('settings.rules')
  const query = useQuery(ruleLogQuery(path))
  return (
    <Modal opened onClose={onClose} title={title ?? t('logOfChat')} size="lg">
      {query.data ? <Entries log={query.data} path={path} /> : <QueryState query={query} />}
    </Modal>
  )
}

type Entry = {
  at: string
  ruleId: string
  chatId: string
  text: string
  dueAt: string | null
  seen: SeenCondition[]
}

function Entries({ log, path }: { log: RuleLog; path: string }) {
  const t = useTranslations('settings.rules')
  const tParts = useTranslations('settings.ruleParts')
  const { data: rules = [] } = useQuery(rulesQuery)
  const isOfChat = path.startsWith('/api/v1/chats/')
  const fired = log.firings.map((each): Entry => {
    const failed = each.actions.find(({ error }) => error)
    const text = failed?.error
      ? t('partly', { action: tParts(`actions.${failed.type}`), error: failed.error.message })
      : t('fired')
    const { created_at: at, rule_id: ruleId, conversation_id: chatId, seen } = each
    return { at, ruleId, chatId, text, dueAt: null, seen }
  })
  const missed = log.misses.map((each): Entry => {
    const { created_at: at, rule_id: ruleId, conversation_id: chatId, due_at: dueAt, seen } = each
    return { at, ruleId, chatId, text: t(`misses.${each.miss}`), dueAt, seen }
  })
  const entries = [...fired, ...missed].toSorted((a, b) => b.at.localeCompare(a.at))
  if (entries.length === 0) return <EmptyState title={t('logEmpty')} text={t('logEmptyText')} />
  return (
    <Stack gap="md" mah="60vh" style={{ overflowY: 'auto' }}>
      {entries.map((each, index) => (
        <EntryText key={index} entry={each}>
          {isOfChat ? (
            <CustomerText>{rules.find(({ id }) => id === each.ruleId)?.name ?? ''}</CustomerText>
          ) : (
            <TextLink to={`/inbox/${each.chatId}`}>{t('open')}</TextLink>
          )}
        </EntryText>
      ))}
    </Stack>
  )
}

function EntryText({ entry, children }: { entry: Entry; children: ReactNode }) {
  const t = useTranslations('settings.rules')
  const tParts = useTranslations('settings.ruleParts')
  const nameOf = useNameOf()
  return (
    <div>
      <Text size="sm" fw={600} span>
        {children}
      </Text>{' '}
      <Text size="sm" c="dimmed" span>
        <TimeText value={entry.at} />
      </Text>
      <Text size="sm">
        {entry.text} {entry.dueAt !== null && <TimeText value={entry.dueAt} />}
      </Text>
      {entry.seen.map((each, index) => (
        <Text key={index} size="sm" c="dimmed">
          {t('seen', {
            field: each.key ?? tParts(`fields.${each.field}`),
            operator: tParts(`operators.${each.operator}`),
            values: each.values.map((value) => nameOf(value)).join(', '),
            seen:
              each.field === 'text'
                ? '…'
                : each.seen.map((value) => nameOf(value)).join(', ') || t('nothing'),
          })}
        </Text>
      ))}
    </div>
  )
}

/** Returns a function that names a value of a condition: a member, a team, a tag, or the value itself. */
function useNameOf(): (value: string) => string {
  const findMember = useFindMember()
  const findTeam = useFindTeam()
  const { data: tags = [] } = useQuery(tagsQuery)
  return (value) =>
    findMember(value)?.name ??
    findTeam(value)?.name ??
    tags.find(({ id }) => id === value)?.name ??
    value
}
