import { useNavigate } from '@tanstack/react-router'
import type { RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { useCommands } from '../../lib/commands.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import type { UrlFilters } from '../../lib/use-url-filters.ts'
import type { TicketFilter } from './ticket-filters.ts'

/** Registers the commands and shortcuts of the ticket list and board. */
export function useTicketActions(props: {
  layout: 'list' | 'board'
  filters: UrlFilters<TicketFilter>
  search: RefObject<HTMLInputElement | null>
  onCreate: () => void
}): void {
  const { layout, filters, search, onCreate } = props
  const t = useTranslations('tickets.keys')
  const navigate = useNavigate()
  const isList = layout === 'list'
  const actions = [
    { id: 'ticket-new', shortcut: 'tickets_create' as const, label: t('create'), run: onCreate },
    {
      id: 'ticket-search',
      shortcut: 'tickets_search' as const,
      label: t('search'),
      run: () => search.current?.focus(),
    },
    {
      id: 'ticket-layout',
      shortcut: 'tickets_layout' as const,
      label: t(isList ? 'toBoard' : 'toList'),
      run: () =>
        void navigate({
          to: isList ? '/tickets/board' : '/tickets',
          search: filters,
        }),
    },
  ]
  useCommands(actions)
  useShortcuts(
    actions.map(({ shortcut: id, label, run }) => ({ id, label, group: t('group'), run })),
  )
}
