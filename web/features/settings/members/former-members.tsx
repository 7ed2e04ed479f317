import { useTranslations } from 'use-intl'
import { PageSection } from '../../../components/page-section.tsx'
import { useTimes } from '../../../lib/use-times.ts'
import type { Member } from '#account/users/schema.ts'
import { CustomerText } from '../../../components/customer-text.tsx'
import type { Wire } from '../../../lib/wire.ts'
import { Row, Rows } from '../../../components/rows.tsx'
import { useList } from '../../../lib/use-list.ts'

/** Shows former members; nothing if there are none. */
export function FormerMembers() {
  const t = useTranslations('settings.members')
  const { ago } = useTimes()
  const list = useList<Wire<Member>>(['members', 'list'], '/api/developer/members', {
    query: { removed: true },
  })
  if (list.rows.length === 0) return null
  return (
    <PageSection title={t('former')} gap="sm">
      <Rows label={t('former')} list={list} empty={null}>
        {(member) => (
          <Row
            key={member.id}
            title={<CustomerText>{member.name}</CustomerText>}
            sub={
              <>
                <span>{member.email}</span>
                <span>{t('leftAt', { when: ago(member.removed_at!) })}</span>
              </>
            }
          />
        )}
      </Rows>
    </PageSection>
  )
}
