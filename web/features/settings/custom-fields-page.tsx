import { Badge, Group, SegmentedControl } from '@mantine/core'
import { IconArchive, IconArrowBackUp, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { PAGE_SIZE } from '#shared/pages.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { CustomerText } from '../../components/customer-text.tsx'
import { useAction } from '../../components/use-action.ts'
import { ListPage } from '../../components/list-page.tsx'
import { useCreateButton } from '../../components/use-create-button.tsx'
import { Row } from '../../components/rows.tsx'
import { api } from '../../lib/api.ts'
import { CUSTOM_FIELDS } from '../../lib/custom-fields.ts'
import type { CustomField } from '../../lib/custom-fields.ts'
import { queryClient } from '../../lib/query-client.ts'
import { useList } from '../../lib/use-list.ts'
import { adminPage } from './admin-page.tsx'
import { CustomFieldDialog } from './custom-field-dialog.tsx'
import { RowButton } from './row-buttons.tsx'

/** Shows the custom fields of contacts and tickets: create, edit, archive, restore. */
export const CustomFieldsPage = adminPage('settings.customFields.title', CustomFields)

function CustomFields() {
  const t = useTranslations('settings.customFields')
  const [shown, setShown] = useState<'active' | 'archived'>('active')
  const [edited, setEdited] = useState<CustomField | 'new' | null>(null)
  const [archiving, setArchiving] = useState<CustomField | null>(null)
  const list = useList<CustomField>([...CUSTOM_FIELDS, 'list'], '/api/v1/custom-fields', {
    query: { archived: String(shown === 'archived') },
    limit: PAGE_SIZE.max,
  })
  const move = useAction({
    run: ({ field, archived }: { field: CustomField; archived: boolean }) =>
      api.patch(`/api/v1/custom-fields/${field.id}`, { archived }),
    done: (_, { field: { label }, archived }) => t(archived ? 'archived' : 'restored', { label }),
    failed: ({ archived }) => t(archived ? 'archiveFailed' : 'restoreFailed'),
    onDone: () => {
      void queryClient.invalidateQueries({ queryKey: CUSTOM_FIELDS })
      setArchiving(null)
    },
  })
  const create = useCreateButton('create-custom-field', t('create'), () => setEdited('new'))
  return (
    <ListPage
      title={t('title')}
      width="text"
      actions={create}
      intro={t('intro')}
      filters={
        <SegmentedControl
          aria-label={t('show')}
          mb="md"
          value={shown}
          onChange={(value) => setShown(value as 'active' | 'archived')}
          data={[
            { value: 'active', label: t('active') },
            { value: 'archived', label: t('archivedFields') },
          ]}
        />
      }
      list={list}
      empty={
        shown === 'active'
          ? { title: t('empty'), text: t('emptyText') }
          : { title: t('noneArchived'), text: t('noneArchivedText') }
      }
      row={(field) => (
        <Row
          key={field.id}
          title={
            <Group gap="xs">
              <CustomerText>{field.label}</CustomerText>
              <Badge variant="default" tt="none">
                {t(`types.${field.type}`)}
              </Badge>
              {field.applies_to === 'ticket' && (
                <Badge variant="light" tt="none">
                  {t('subjects.ticket')}
                </Badge>
              )}
            </Group>
          }
          sub={
            <>
              <CustomerText>{field.key}</CustomerText>
              {field.choices && (
                <>
                  {' · '}
                  <CustomerText>{field.choices.join(', ')}</CustomerText>
                </>
              )}
            </>
          }
          tail={
            shown === 'active' ? (
              <Group gap={4} wrap="nowrap">
                <RowButton
                  label={t('editOf', { label: field.label })}
                  icon={<IconPencil size={18} aria-hidden />}
                  onClick={() => setEdited(field)}
                />
                <RowButton
                  label={t('archiveOf', { label: field.label })}
                  icon={<IconArchive size={18} aria-hidden />}
                  onClick={() => setArchiving(field)}
                />
              </Group>
            ) : (
              <RowButton
                label={t('restoreOf', { label: field.label })}
                icon={<IconArrowBackUp size={18} aria-hidden />}
                onClick={() => move.mutate({ field, archived: false })}
              />
            )
          }
        />
      )}
    >
      {edited && (
        <CustomFieldDialog
          field={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
      <ConfirmDialog
        opened={archiving !== null}
        title={t('archiveTitle', { label: archiving?.label ?? '' })}
        text={t('archiveText')}
        confirmLabel={t('archive')}
        isPending={move.isPending}
        onConfirm={() => archiving && move.mutate({ field: archiving, archived: true })}
        onClose={() => setArchiving(null)}
      />
    </ListPage>
  )
}
