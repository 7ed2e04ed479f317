import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { TICKET_PRIORITIES, TICKET_SORTS, TICKET_STATUSES } from '#shared/tickets.ts'
import { splitFieldFilter } from '#shared/field-filters.ts'
import { CustomFieldFilters } from '../../components/custom-field-filters.tsx'
import { FilterBar } from '../../components/filter-bar.tsx'
import { SavedViews } from '../../components/saved-views.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { SortMenu } from '../../components/sort-menu.tsx'
import { StickyFilters } from '../../components/sticky-filters.tsx'
import type { UrlFilterChange, UrlFilters } from '../../lib/use-url-filters.ts'
import { contactQuery } from '../../lib/contacts.ts'
import { ContactName, useContactName } from '../../components/contact-name.tsx'
import { membersQuery } from '../../lib/members.ts'
import { useCustomFields } from '../../lib/custom-fields.ts'
import { useTeams } from '../../lib/teams.ts'
import { useTicketTypes } from '../../lib/ticket-types.ts'
import { useMay } from '../../lib/use-may.ts'
import { useTimes } from '../../lib/use-times.ts'
import { tagsQuery } from '../../lib/tags.ts'
import { ticketCountsQuery } from './ticket-data.ts'
import type { TicketCounts } from './ticket-data.ts'
import { BOARD_VIEWS, TICKET_VIEWS } from './ticket-filters.ts'
import type { TicketFilter } from './ticket-filters.ts'
import classes from '../../components/tabs.module.css'

type Filters = UrlFilters<TicketFilter>

/** Shows the views and filters above the ticket list and board. */
export function TicketHead(props: {
  layout: 'list' | 'board'
  filters: Filters
  onChange: (some: UrlFilterChange<TicketFilter>) => void
  onReplace: (all: Filters) => void
  search: RefObject<HTMLInputElement | null>
}) {
  const { layout, filters, onChange, onReplace, search } = props
  const t = useTranslations('tickets')
  const { sort: _sort, ...narrowing } = filters
  const choices = useChoices(layout, filters, onChange)
  return (
    <>
      <Views layout={layout} filters={filters} onReplace={onReplace} />
      <StickyFilters>
        <FilterBar
          filters={narrowing}
          onChange={onChange}
          onClear={() => onReplace(filters.sort ? { sort: filters.sort } : {})}
          hasPeriod={false}
          before={
            <SearchField
              isSmall
              inputRef={search}
              label={t('search')}
              value={filters.q ?? ''}
              onChange={(q) => onChange({ q })}
            />
          }
          pinned={
            <>
              {filters.person && (
                <PersonFilter
                  personId={filters.person}
                  onClear={() => onChange({ person: undefined })}
                />
              )}
              {(filters.since || filters.until) && (
                <CreatedFilter
                  {...filters}
                  onClear={() => onChange({ since: undefined, until: undefined })}
                />
              )}
            </>
          }
          choices={choices}
          after={
            <>
              <SortMenu
                label={t('filters.sort')}
                value={filters.sort}
                onChange={(sort) => onChange({ sort })}
                choices={TICKET_SORTS.map((value) => ({ value, label: t(`sorts.${value}`) }))}
              />
              <SavedViews subject="tickets" filters={filters} onChoose={onReplace} />
            </>
          }
        />
      </StickyFilters>
    </>
  )
}

type Choice = 'status' | 'priority' | 'assignee' | 'team' | 'tag' | 'type' | 'due' | 'sla'

/** Returns the filters of tickets; those of types, teams, targets and custom fields, where there are any. */
function useChoices(
  layout: 'list' | 'board',
  filters: Filters,
  onChange: (some: UrlFilterChange<TicketFilter>) => void,
) {
  const t = useTranslations('tickets')
  const { data: members = [] } = useQuery(membersQuery)
  const { data: tags = [] } = useQuery(tagsQuery)
  const teams = useTeams()
  const types = useTicketTypes()
  const { fields } = useCustomFields('ticket')
  const hasTargets = useMay()('chats:read')
  const named = (list: readonly { id: string; name: string }[]) =>
    list.map(({ id, name }) => ({ value: id, label: name }))
  const filter = (name: Choice, choices: { value: string; label: string }[], isShown = true) =>
    isShown || filters[name] ? [{ name, label: t(`filters.${name}`), isUsual: true, choices }] : []
  return [
    ...filter(
      'status',
      [
        ...TICKET_STATUSES.map((value) => ({ value, label: t(`statuses.${value}`) })),
        { value: 'all', label: t('views.all') },
      ],
      layout === 'list',
    ),
    ...filter(
      'priority',
      TICKET_PRIORITIES.toReversed().map((value) => ({ value, label: t(`priorities.${value}`) })),
    ),
    ...filter('assignee', [
      { value: 'me', label: t('filters.me') },
      { value: 'none', label: t('filters.nobody') },
      ...named(members),
    ]),
    ...filter('team', named(teams), teams.length > 0),
    ...filter('tag', named(tags)),
    ...filter(
      'type',
      [{ value: 'none', label: t('filters.noType') }, ...named(types)],
      types.length > 0,
    ),
    ...filter(
      'due',
      (['today', 'week', 'none'] as const).map((value) => ({
        value,
        label: t(`dueFilters.${value}`),
      })),
    ),
    ...filter(
      'sla',
      [
        { value: 'breached', label: t('slaFilters.breached') },
        { value: 'at_risk,breached', label: t('slaFilters.urgent') },
      ],
      hasTargets,
    ),
    ...(fields.length > 0
      ? [
          {
            name: 'fields' as const,
            label: t('filters.fields'),
            isUsual: true,
            brief: String(splitFieldFilter(filters.fields ?? '').length),
            form: (
              <CustomFieldFilters
                of="ticket"
                filter={filters.fields}
                onChange={(next) => onChange({ fields: next })}
              />
            ),
          },
        ]
      : []),
  ]
}

/** Shows the contact that tickets are filtered by, with a button to remove the filter. */
function PersonFilter({ personId, onClear }: { personId: string; onClear: () => void }) {
  const t = useTranslations('tickets.filters')
  const toName = useContactName()
  const { data: person } = useQuery(contactQuery(personId))
  return (
    <Button
      size="xs"
      variant="light"
      rightSection={<IconX size={16} aria-hidden />}
      aria-label={t('notOnly', { name: person ? toName(person) : '…' })}
      onClick={onClear}
    >
      {person ? <ContactName person={person} /> : '…'}
    </Button>
  )
}

/** Shows the times between which the listed tickets were created, with a button to remove the filter. */
function CreatedFilter(props: { since?: string; until?: string; onClear: () => void }) {
  const { since, until, onClear } = props
  const t = useTranslations('tickets.filters')
  const { toDay } = useTimes()
  // The end is not in the range: midnight belongs to the day before.
  const last = until && new Date(Date.parse(until) - 1).toISOString()
  const text = t('created', { from: since ? toDay(since) : '…', to: last ? toDay(last) : '…' })
  return (
    <Button
      size="xs"
      variant="light"
      rightSection={<IconX size={16} aria-hidden />}
      aria-label={t('notCreated', { text })}
      onClick={onClear}
    >
      {text}
    </Button>
  )
}

function Views(props: {
  layout: 'list' | 'board'
  filters: Filters
  onReplace: (all: Filters) => void
}) {
  const { layout, filters, onReplace } = props
  const t = useTranslations('tickets.views')
  const { data: counts } = useQuery(ticketCountsQuery)
  const { sort, ...narrowing } = filters
  // The board has a column with a count for each status, so views by status are omitted.
  const views = layout === 'list' ? TICKET_VIEWS : BOARD_VIEWS
  const shown: Partial<Record<keyof typeof TICKET_VIEWS, TicketCounts['mine']>> = {
    ...(counts && {
      open: {
        count: counts.open.count + counts.pending.count,
        is_capped: counts.open.is_capped || counts.pending.is_capped,
      },
      mine: counts.mine,
      unassigned: counts.unassigned,
      overdue: counts.overdue,
    }),
  }
  return (
    <nav className={classes.tabs} data-scrolls="true" aria-label={t('label')}>
      {Object.entries(views).map(([name, own]: [string, Filters]) => {
        const view = name as keyof typeof TICKET_VIEWS
        const isActive = JSON.stringify(own) === JSON.stringify(narrowing)
        const count = shown[view]
        return (
          <button
            key={view}
            type="button"
            className={classes.tab}
            aria-current={isActive ? 'true' : undefined}
            onClick={() => onReplace({ ...own, ...(sort && { sort }) })}
          >
            {t(view)}
            {count && (
              <span className={classes.count}>
                {count.is_capped ? t('more', { count: count.count }) : count.count}
              </span>
            )}
          </button>
        )
      })}
    </nav>
  )
}
