import { Stack, Title } from '@mantine/core'
import { useFormatter, useNow, useTranslations } from 'use-intl'
import type { Member } from '#account/users/schema.ts'
import { CustomerText } from '../../../components/customer-text.tsx'
import type { Wire } from '../../../lib/wire.ts'
import { Row, Rows } from '../../../components/rows.tsx'
import { useList } from '../../../lib/use-list.ts'

/** Shows former members; nothing if there are none. */
export function FormerMembers() {
  const t = useTranslations('settings.members')
  const format = useFormatter()
  const now = useNow({ updateInterval: 60_000 })
  const list = useList<Wire<Member>>(['members', 'list'], '/api/developer/members', {
    query: { removed: true },
  })
  if (list.rows.length === 0) return null
  return (
    <Stack component="section" gap="sm" aria-label={t('former')}>
      <Title order={2}>{t('former')}</Title>
      <Rows label={t('former')} list={list} empty={null}>
        {(member) => (
          <Row
            key={member.id}
            title={<CustomerText>{member.name}</CustomerText>}
            sub={
              <>
                <span>{member.email}</span>
                <span>
                  {t('leftAt', { when: format.relativeTime(new Date(member.removed_at!), now) })}
                </span>
              </>
            }
          />
        )}
      </Rows>
    </Stack>
  )
}
