import { SegmentedControl } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { ToolButton } from '../../components/tool-button.tsx'
import type { UrlFilters } from '../../lib/use-url-filters.ts'
import type { TicketFilter } from './ticket-filters.ts'

/** Shows the switch between list and board, and the button that creates a ticket. */
export function TicketPageActions(props: {
  layout: 'list' | 'board'
  filters: UrlFilters<TicketFilter>
  onCreate: () => void
}) {
  const { layout, filters, onCreate } = props
  const t = useTranslations('tickets')
  const navigate = useNavigate()
  return (
    <>
      <SegmentedControl
        aria-label={t('layout')}
        value={layout}
        onChange={(value) =>
          void navigate({
            to: value === 'board' ? '/tickets/board' : '/tickets',
            search: filters,
          })
        }
        data={[
          { value: 'list', label: t('listView') },
          { value: 'board', label: t('boardView') },
        ]}
      />
      <ToolButton
        variant="filled"
        icon={<IconPlus size={16} aria-hidden />}
        label={t('create')}
        onClick={onCreate}
      />
    </>
  )
}
