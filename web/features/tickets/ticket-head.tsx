import { Button, NativeSelect, Popover } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { TICKET_PRIORITIES, TICKET_SORTS, TICKET_STATUSES } from '#shared/tickets.ts'
import { CustomFieldFilters } from '../../components/custom-field-filters.tsx'
import { SavedViews } from '../../components/saved-views.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { ClearFilters, ToolRow } from '../../components/tool-row.tsx'
import type { UrlFilterChange, UrlFilters } from '../../lib/use-url-filters.ts'
import { contactQuery } from '../../lib/contacts.ts'
import { ContactName, useContactName } from '../../components/contact-name.tsx'
import { membersQuery } from '../../lib/members.ts'
import { useCustomFields } from '../../lib/custom-fields.ts'
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
  const { data: members = [] } = useQuery(membersQuery)
  const { data: tags = [] } = useQuery(tagsQuery)
  const types = useTicketTypes()
  const hasTargets = useMay()('chats:read')
  const { sort: _sort, ...narrowing } = filters
  const select = (
    name: 'status' | 'priority' | 'assignee' | 'tag' | 'type' | 'due' | 'sla',
    choices: { value: string; label: string }[],
  ) => (
    <NativeSelect
      aria-label={t(`filters.${name}`)}
      value={filters[name] ?? ''}
      onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value || undefined })}
      data={[{ value: '', label: `${t(`filters.${name}`)}: ${t('filters.any')}` }, ...choices]}
    />
  )
  return (
    <>
      <Views layout={layout} filters={filters} onReplace={onReplace} />
      <ToolRow
        label={t('filters.label')}
        field={
          <SearchField
            inputRef={search}
            label={t('search')}
            value={filters.q ?? ''}
            onChange={(q) => onChange({ q })}
          />
        }
      >
        {filters.person && (
          <PersonFilter personId={filters.person} onClear={() => onChange({ person: undefined })} />
        )}
        {(filters.since || filters.until) && (
          <CreatedFilter
            {...filters}
            onClear={() => onChange({ since: undefined, until: undefined })}
          />
        )}
        {layout === 'list' && (
          <NativeSelect
            aria-label={t('filters.status')}
            value={filters.status ?? ''}
            onChange={({ currentTarget }) => onChange({ status: currentTarget.value || undefined })}
            data={[
              { value: '', label: `${t('statuses.open')}, ${t('statuses.pending')}` },
              ...TICKET_STATUSES.map((value) => ({ value, label: t(`statuses.${value}`) })),
              { value: 'all', label: t('views.all') },
            ]}
          />
        )}
        {select(
          'priority',
          TICKET_PRIORITIES.toReversed().map((value) => ({
            value,
            label: t(`priorities.${value}`),
          })),
        )}
        {select('assignee', [
          { value: 'me', label: t('filters.me') },
          { value: 'none', label: t('filters.nobody') },
          ...members.map(({ id, name }) => ({ value: id, label: name })),
        ])}
        {select(
          'tag',
          tags.map(({ id, name }) => ({ value: id, label: name })),
        )}
        {(types.length > 0 || filters.type) &&
          select('type', [
            { value: 'none', label: t('filters.noType') },
            ...types.map(({ id, name }) => ({ value: id, label: name })),
          ])}
        {select(
          'due',
          (['today', 'week', 'none'] as const).map((value) => ({
            value,
            label: t(`dueFilters.${value}`),
          })),
        )}
        {hasTargets &&
          select('sla', [
            { value: 'breached', label: t('slaFilters.breached') },
            { value: 'at_risk,breached', label: t('slaFilters.urgent') },
          ])}
        <NativeSelect
          aria-label={t('filters.sort')}
          value={filters.sort ?? 'updated'}
          onChange={({ currentTarget: { value } }) =>
            onChange({ sort: value === 'updated' ? undefined : value })
          }
          data={TICKET_SORTS.map((value) => ({
            value,
            label: t(`sorts.${value}`),
          }))}
        />
        <FieldsFilter filter={filters.fields} onChange={(fields) => onChange({ fields })} />
        <SavedViews subject="tickets" filters={filters} onChoose={onReplace} />
        {Object.keys(narrowing).length > 0 && (
          <ClearFilters
            label={t('clear')}
            onClear={() => onReplace(filters.sort ? { sort: filters.sort } : {})}
          />
        )}
      </ToolRow>
    </>
  )
}

/** Shows the button that opens the filters by custom fields, if tickets have any. */
function FieldsFilter(props: {
  filter: string | undefined
  onChange: (filter: string | undefined) => void
}) {
  const t = useTranslations('tickets.filters')
  const { fields } = useCustomFields('ticket')
  if (fields.length === 0) return null
  return (
    <Popover position="bottom-start" trapFocus>
      <Popover.Target>
        <Button variant={props.filter ? 'light' : 'default'}>{t('fields')}</Button>
      </Popover.Target>
      <Popover.Dropdown>
        <CustomFieldFilters of="ticket" {...props} />
      </Popover.Dropdown>
    </Popover>
  )
}

/** Shows the contact that tickets are filtered by, with a button to remove the filter. */
function PersonFilter({ personId, onClear }: { personId: string; onClear: () => void }) {
  const t = useTranslations('tickets.filters')
  const toName = useContactName()
  const { data: person } = useQuery(contactQuery(personId))
  return (
    <Button
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
