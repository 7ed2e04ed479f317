import { List, Modal, Stack, Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { RuleMiss } from '#shared/rules.ts'
import { QueryState } from '../../../components/query-state.tsx'
import { TextLink } from '../../../components/text-link.tsx'
import { api } from '../../../lib/api.ts'
import { RULES } from '../../../lib/rules.ts'
import type { Rule, RuleTrial } from '../../../lib/rules.ts'

const trialQuery = (id: string) =>
  queryOptions({
    queryKey: [...RULES, 'trial', id],
    queryFn: ({ signal }) => api.get<RuleTrial>(`/api/v1/rules/${id}/trial`, {}, signal),
    staleTime: 0,
    gcTime: 0,
  })

/** The dialog with what a rule would have done in the last 30 days. */
export function TrialDialog({ rule, onClose }: { rule: Rule; onClose: () => void }) {
  const t = useTranslations('settings.rules')
  const query = useQuery(trialQuery(rule.id))
  return (
    <Modal opened onClose={onClose} title={t('trialTitle', { name: rule.name })}>
      {query.data ? <Trial trial={query.data} /> : <QueryState query={query} />}
    </Modal>
  )
}

function Trial({ trial }: { trial: RuleTrial }) {
  const t = useTranslations('settings.rules')
  const misses = Object.entries(trial.misses) as [RuleMiss, number][]
  return (
    <Stack>
      <Text>
        {t('trial', {
          firings: trial.firings,
          count: trial.conversation_ids.length,
          events: trial.events,
        })}
      </Text>
      {trial.conversation_ids.length > 0 && (
        <List mah="14rem" style={{ overflowY: 'auto' }}>
          {trial.conversation_ids.map((id, index) => (
            <List.Item key={id}>
              <TextLink to={`/inbox/${id}`}>{t('conversation', { number: index + 1 })}</TextLink>
            </List.Item>
          ))}
        </List>
      )}
      {misses.length > 0 && (
        <>
          <Text fw={600}>{t('trialMisses')}</Text>
          <List>
            {misses.map(([miss, count]) => (
              <List.Item key={miss}>
                {t(`misses.${miss}`)} ({count})
              </List.Item>
            ))}
          </List>
        </>
      )}
    </Stack>
  )
}
