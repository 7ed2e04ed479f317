import { Button, Group } from '@mantine/core'
import { IconDownload, IconPlus, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Page } from '../../components/page.tsx'
import { SavedViews } from '../../components/saved-views.tsx'
import { EmptySample } from '../../components/empty-sample.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../components/states.tsx'
import { StickyFilters } from '../../components/sticky-filters.tsx'
import { ToolButton } from '../../components/tool-button.tsx'
import { customFieldsQuery } from '../../lib/custom-fields.ts'
import { isSettled } from '../../lib/is-settled.ts'
import { toUrl } from '../../lib/api.ts'
import { downloadConfirmed } from '../../lib/confirmation.ts'
import { useCommands } from '../../lib/commands.ts'
import { listPlaces, useRowKeys } from '../../components/selection/use-row-keys.ts'
import { useBulkAction } from '../../components/selection/use-bulk-action.ts'
import { useSelection } from '../../lib/selection.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { useList } from '../../lib/use-list.ts'
import { useUrlFilters } from '../../lib/use-url-filters.ts'
import type { UrlFilters } from '../../lib/use-url-filters.ts'
import { ColumnMenu, useColumns } from './column-menu.tsx'
import { ContactFilterBar } from './contact-filter-bar.tsx'
import { CONTACT_FILTERS } from './contact-attributes.ts'
import type { ContactFilter } from './contact-attributes.ts'
import { ContactForm } from './contact-form.tsx'
import { ContactSelectionBar } from './contact-selection-bar.tsx'
import { ContactTable } from './contact-table.tsx'
import { CONTACTS, useContactsLive } from './contact-data.ts'
import type { Contact } from '../../lib/contacts.ts'

/** Shows the workspace's contacts: search, filter, create, import and export. */
export function ContactsPage() {
  const t = useTranslations('contacts')
  const navigate = useNavigate()
  const { filters, change, replace } = useUrlFilters(CONTACT_FILTERS)
  const [isCreating, setCreating] = useState(false)
  const [columns, setColumns] = useColumns()
  const search = useRef<HTMLInputElement>(null)
  useContactsLive()
  const list = useList<Contact>(CONTACTS, '/api/v1/contacts', {
    query: filters,
    limit: 50,
    staleMs: 30_000,
  })
  // The filters have a chip for custom fields, if there are any.
  const isShaped = isSettled(useQuery(customFieldsQuery('contact')))
  const { sort: _sort, ...narrowing } = filters
  const isNarrow = Object.keys(narrowing).length > 0
  const selection = useSelection(JSON.stringify(narrowing))
  const bulk = useBulkAction({ subject: 'contacts', selection, filters: narrowing })
  useRowKeys({
    id: 'contacts_select',
    group: t('title'),
    places: listPlaces(list.rows),
    selection,
    onSelectAll: () => void bulk.selectAll(),
  })
  const actions = [
    { id: 'contact-new', label: t('create'), run: () => setCreating(true) },
    { id: 'contact-search', label: t('search'), run: () => search.current?.focus() },
  ]
  useCommands(actions)
  useShortcuts([
    { id: 'contacts_create', label: t('create'), group: t('title'), run: () => setCreating(true) },
    {
      id: 'contacts_search',
      label: t('search'),
      group: t('title'),
      run: () => search.current?.focus(),
    },
  ])
  return (
    <Page
      title={t('title')}
      width="full"
      actions={<ContactActions filters={narrowing} onCreate={() => setCreating(true)} />}
    >
      {isShaped && (
        <StickyFilters>
          <ContactFilterBar
            filters={filters}
            onChange={change}
            onClear={() => replace(filters.sort ? { sort: filters.sort } : {})}
            search={search}
          >
            <ColumnMenu columns={columns} onChange={setColumns} />
            <SavedViews subject="contacts" filters={filters} onChoose={replace} />
          </ContactFilterBar>
        </StickyFilters>
      )}
      {list.isPending || !isShaped ? (
        // Drawn anew below the filters, instead of moved.
        <LoadingRows key={String(isShaped)} count={10} />
      ) : list.error ? (
        <ErrorState error={list.error} onRetry={list.refetch} />
      ) : list.rows.length > 0 ? (
        <ContactTable list={list} columns={columns} selection={selection} />
      ) : isNarrow ? (
        <EmptyState title={t('none')} text={t('noneText')}>
          <Button variant="light" onClick={() => replace({})}>
            {t('clear')}
          </Button>
        </EmptyState>
      ) : (
        <>
          <EmptyState title={t('empty')} text={t('emptyText')}>
            <Group gap="xs" justify="center">
              <Button onClick={() => setCreating(true)}>{t('create')}</Button>
              <Button
                variant="default"
                renderRoot={(given) => <Link to="/contacts/import" {...given} />}
              >
                {t('import')}
              </Button>
            </Group>
          </EmptyState>
          <EmptySample hasFaces />
        </>
      )}
      {selection.isOn && (
        <ContactSelectionBar
          selection={selection}
          filters={narrowing}
          onSelectAll={() => void bulk.selectAll()}
          onErase={() => void bulk.run({ action: 'erase' })}
          onMerge={(survivorId, others) =>
            void bulk.run({ action: 'merge', survivor_id: survivorId }, others)
          }
        />
      )}
      {isCreating && (
        <ContactForm
          onClose={() => setCreating(false)}
          onSaved={(person) =>
            void navigate({ to: '/contacts/$personId', params: { personId: person.id } })
          }
        />
      )}
    </Page>
  )
}

function ContactActions(props: { filters: UrlFilters<ContactFilter>; onCreate: () => void }) {
  const t = useTranslations('contacts')
  return (
    <>
      <ToolButton
        icon={<IconDownload size={16} aria-hidden />}
        label={t('export')}
        renderRoot={(given) => (
          <a
            href={toUrl('/api/v1/contacts/export.csv', props.filters)}
            download="contacts.csv"
            {...given}
            onClick={(event) => void downloadConfirmed(event)}
          />
        )}
      />
      <ToolButton
        icon={<IconUpload size={16} aria-hidden />}
        label={t('import')}
        renderRoot={(given) => <Link to="/contacts/import" {...given} />}
      />
      <ToolButton
        variant="filled"
        icon={<IconPlus size={16} aria-hidden />}
        label={t('create')}
        onClick={props.onCreate}
      />
    </>
  )
}
