import { useTranslations } from 'use-intl'
import { PageSection } from '../../../components/page-section.tsx'
import type { Member } from '#account/users/schema.ts'
import { CustomerText } from '../../../components/customer-text.tsx'
import type { Wire } from '../../../lib/wire.ts'
import { ListState } from '../../../components/list-state.tsx'
import { RowTable } from '../../../components/row-table.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import { useList } from '../../../lib/use-list.ts'

/** Shows former members; nothing if there are none. */
export function FormerMembers() {
  const t = useTranslations('settings.members')
  const list = useList<Wire<Member>>(['members', 'list'], '/api/developer/members', {
    query: { removed: true },
  })
  if (list.rows.length === 0) return null
  return (
    <PageSection title={t('former')} gap="sm">
      <ListState list={list} empty={null}>
        <RowTable
          label={t('former')}
          rows={list.rows}
          columns={[
            {
              key: 'name',
              label: t('name'),
              place: 'title',
              cell: ({ name }) => <CustomerText>{name}</CustomerText>,
            },
            { key: 'email', label: t('email'), cell: ({ email }) => email },
            {
              key: 'left',
              label: t('leftLabel'),
              width: 9,
              place: 'time',
              cell: (member) => <TimeText value={member.removed_at!} />,
            },
          ]}
        />
      </ListState>
    </PageSection>
  )
}
