import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { EmptyState } from '../../../components/states.tsx'
import { isBuiltIn } from '../data/filters.ts'
import type { InboxPlace } from '../use-inbox-place.ts'

/** Says why the list is empty, and what to do next. */
export function EmptyList({ place }: { place: InboxPlace }) {
  const t = useTranslations('inbox')
  const { view, chosen, openView, choose } = place
  if (Object.keys(chosen).length > 0 || !isBuiltIn(view))
    return (
      <EmptyState title={t('empty.filtered')} text={t('empty.filteredText')}>
        {Object.keys(chosen).length > 0 && (
          <Button variant="light" size="compact-sm" onClick={() => choose({})}>
            {t('filter.clear')}
          </Button>
        )}
      </EmptyState>
    )
  return (
    <EmptyState title={t(`empty.${view}`)} text={t(`empty.${view}Text`)}>
      {view === 'mine' && (
        <Button variant="light" size="compact-sm" onClick={() => openView('unassigned')}>
          {t('empty.goToUnassigned')}
        </Button>
      )}
      {view === 'unassigned' && (
        <Button variant="light" size="compact-sm" onClick={() => openView('all')}>
          {t('empty.goToAll')}
        </Button>
      )}
    </EmptyState>
  )
}
