import { Checkbox, NativeSelect, Radio, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslations } from 'use-intl'
import { grants } from '#shared/grants.ts'
import { isBuiltInRole, ROLE_NAME_CHARACTERS_MAX, VISIBILITIES } from '#shared/roles.ts'
import type { Visibility } from '#shared/roles.ts'
import { DimmedText } from '../../../components/dimmed-text.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { useSubmit } from '../../../components/use-submit.ts'
import { api } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { useRoleName } from '../../../lib/roles.ts'
import type { Role } from '../../../lib/roles.ts'

/** The permissions of each group, in order. */
const GROUPS = {
  chats: ['chats:read', 'notes:write', 'chats:write'],
  messages: ['messages:read', 'messages:draft', 'messages:write'],
  contacts: ['contacts:read', 'contacts:write'],
  tickets: ['tickets:read', 'tickets:write'],
  other: ['reports:read', 'events:read'],
} as const

type Permission = (typeof GROUPS)[keyof typeof GROUPS][number]

/** The dialog that creates a role, or changes a custom one, or what a built-in one sees. */
export function RoleDialog(props: { role: Role | null; roles: Role[]; onClose: () => void }) {
  const { role, roles, onClose } = props
  const t = useTranslations('settings.roles')
  const tSettings = useTranslations('settings')
  const nameOf = useRoleName()
  const isBuiltIn = role !== null && isBuiltInRole(role.id)
  const first = role ?? roles.find(({ id }) => id === 'agent') ?? null
  const form = useForm({
    initialValues: {
      name: isBuiltIn ? '' : (role?.name ?? ''),
      scopes: permissionsOf(first),
      visibility: (first?.visibility ?? 'all') as Visibility,
      sees_no_team: first?.sees_no_team ?? true,
    },
    validate: { scopes: (chosen) => (chosen.length === 0 ? t('permissionsMissing') : null) },
  })
  const save = useSubmit(form, {
    send: ({ name, scopes, ...sees }) => {
      const body = isBuiltIn ? sees : { ...sees, name: name.trim(), scopes }
      return role ? api.patch(`/api/v1/roles/${role.id}`, body) : api.post('/api/v1/roles', body)
    },
    done: tSettings('saved'),
    onDone: () => {
      void queryClient.invalidateQueries()
      onClose()
    },
  })
  return (
    <FormDialog
      title={role ? t('editTitle', { name: nameOf(role.id) }) : t('create')}
      size="lg"
      request={save}
      submitLabel={role ? tSettings('save') : t('create')}
      onClose={onClose}
    >
      {isBuiltIn ? (
        <DimmedText>{t('fixed')}</DimmedText>
      ) : (
        <>
          <TextInput
            label={t('name')}
            required
            maxLength={ROLE_NAME_CHARACTERS_MAX}
            data-autofocus
            {...form.getInputProps('name')}
          />
          {!role && (
            <NativeSelect
              label={t('from')}
              defaultValue="agent"
              data={roles
                .filter(({ id }) => id !== 'admin')
                .map(({ id }) => ({ value: id, label: nameOf(id) }))}
              onChange={({ currentTarget }) => {
                const from = roles.find(({ id }) => id === currentTarget.value) ?? null
                form.setFieldValue('scopes', permissionsOf(from))
              }}
            />
          )}
          <Permissions {...form.getInputProps('scopes')} />
        </>
      )}
      <Radio.Group label={t('visibility')} {...form.getInputProps('visibility')}>
        <Stack gap="xs" mt="xs">
          {VISIBILITIES.map((value) => (
            <Radio
              key={value}
              value={value}
              label={t(`visibilities.${value}`)}
              description={t(`visibilityTexts.${value}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      {form.values.visibility !== 'all' && (
        <Checkbox
          label={t('seesNoTeam')}
          description={t('seesNoTeamText')}
          {...form.getInputProps('sees_no_team', { type: 'checkbox' })}
        />
      )}
    </FormDialog>
  )
}

function Permissions(group: {
  value?: string[]
  onChange?: (value: string[]) => void
  error?: string
}) {
  const t = useTranslations('settings.roles')
  return (
    <Checkbox.Group label={t('permissions')} {...group}>
      <Stack gap="sm" mt="xs">
        {(Object.keys(GROUPS) as (keyof typeof GROUPS)[]).map((name) => (
          <Stack key={name} gap={6} role="group" aria-label={t(`groups.${name}`)}>
            <DimmedText>{t(`groups.${name}`)}</DimmedText>
            {GROUPS[name].map((scope) => (
              <Checkbox key={scope} value={scope} label={t(`scopes.${scope}`)} />
            ))}
          </Stack>
        ))}
      </Stack>
    </Checkbox.Group>
  )
}

/** Returns the single permissions that a role grants. */
function permissionsOf(role: Role | null): Permission[] {
  const all: Permission[] = Object.values(GROUPS).flat()
  return role ? all.filter((scope) => grants(role.scopes, scope)) : []
}
