import { Badge, Group } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { isBuiltInRole } from '#shared/roles.ts'
import { ConfirmAction } from '../../../components/confirm-action.tsx'
import { CustomerText } from '../../../components/customer-text.tsx'
import { ListPage } from '../../../components/list-page.tsx'
import { Row } from '../../../components/rows.tsx'
import { useCreateButton } from '../../../components/use-create-button.tsx'
import { api } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { ROLES, rolesQuery, useRoleName } from '../../../lib/roles.ts'
import type { Role } from '../../../lib/roles.ts'
import type { List } from '../../../lib/use-list.ts'
import { adminPage } from '../admin-page.tsx'
import { RowButton } from '../row-buttons.tsx'
import { RoleDialog } from './role-dialog.tsx'

/** Shows the built-in and custom roles: create, edit, delete. */
export const RolesPage = adminPage('settings.roles.title', Roles)

function Roles() {
  const t = useTranslations('settings.roles')
  const nameOf = useRoleName()
  const [edited, setEdited] = useState<Role | 'new' | null>(null)
  const [deleting, setDeleting] = useState<Role | null>(null)
  const query = useQuery(rolesQuery)
  // All roles are in one answer.
  const list: List<Role> = {
    rows: query.data ?? [],
    isPending: query.isPending,
    isStale: false,
    error: query.error,
    refetch: () => void query.refetch(),
    hasMore: false,
    isReadingMore: false,
    readMore: () => undefined,
  }
  const create = useCreateButton('create-role', t('create'), () => setEdited('new'))
  return (
    <ListPage
      title={t('title')}
      width="text"
      actions={create}
      intro={t('intro')}
      list={list}
      empty={{ title: t('title'), text: t('intro') }}
      row={(role) => (
        <RoleRow
          key={role.id}
          role={role}
          name={nameOf(role.id)}
          onEdit={() => setEdited(role)}
          onDelete={() => setDeleting(role)}
        />
      )}
    >
      {edited && (
        <RoleDialog
          role={edited === 'new' ? null : edited}
          roles={list.rows}
          onClose={() => setEdited(null)}
        />
      )}
      <ConfirmAction
        item={deleting}
        title={t('deleteTitle', { name: deleting?.name ?? '' })}
        text={t('deleteText')}
        confirmLabel={t('deleteOf', { name: deleting?.name ?? '' })}
        isDangerous
        run={(role) => api.delete(`/api/v1/roles/${role.id}`)}
        done={(_, { name }) => t('deleted', { name })}
        failed={t('deleteFailed')}
        onDone={() => void queryClient.invalidateQueries({ queryKey: ROLES })}
        onClose={() => setDeleting(null)}
      />
    </ListPage>
  )
}

function RoleRow(props: { role: Role; name: string; onEdit: () => void; onDelete: () => void }) {
  const { role, name, onEdit, onDelete } = props
  const t = useTranslations('settings.roles')
  const isBuiltIn = isBuiltInRole(role.id)
  const isNarrow = role.visibility !== 'all' && role.sees_no_team
  return (
    <Row
      title={
        <Group gap="xs" component="span">
          <CustomerText>{name}</CustomerText>
          {isBuiltIn && (
            <Badge component="span" variant="light" size="sm">
              {t('builtIn')}
            </Badge>
          )}
        </Group>
      }
      sub={
        <>
          {isBuiltInRole(role.id) && <span>{t(`texts.${role.id}`)}</span>}
          <span>
            {t('visibility')}: {t(`visibilities.${role.visibility}`)}
            {isNarrow && ` ${t('withoutTeam')}`}
          </span>
        </>
      }
      tail={
        role.id !== 'admin' && (
          <Group gap={4} wrap="nowrap">
            <RowButton
              label={t('editOf', { name })}
              icon={<IconPencil size={18} aria-hidden />}
              onClick={onEdit}
            />
            {!isBuiltIn && (
              <RowButton
                label={t('deleteOf', { name })}
                icon={<IconTrash size={18} aria-hidden />}
                onClick={onDelete}
              />
            )}
          </Group>
        )
      }
    />
  )
}
