import { Badge, Button, Group, Modal, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Passkey as PasskeyResource } from '#account/passkeys/schema.ts'
import { PASSKEY_NAME_CHARACTERS_MAX, PASSKEYS_MAX } from '#shared/passkeys.ts'
import { DimmedText } from '../../components/dimmed-text.tsx'
import { ConfirmAction } from '../../components/confirm-action.tsx'
import { CustomerText } from '../../components/customer-text.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { notifyDone } from '../../components/notify.ts'
import { AddPasskey } from '../../components/passkeys/add-passkey.tsx'
import { PlainRows, Row } from '../../components/rows.tsx'
import { ErrorState, LoadingRows } from '../../components/states.tsx'
import { TimeText } from '../../components/time-text.tsx'
import { useSubmit } from '../../components/use-submit.ts'
import { api } from '../../lib/api.ts'
import { confirmFirst } from '../../lib/confirmation.ts'
import { canUsePasskeys, removePasskey } from '../../lib/passkeys.ts'
import { queryClient } from '../../lib/query-client.ts'
import { sessionQuery } from '../../lib/session.ts'
import type { Page, Wire } from '../../lib/wire.ts'
import { RowButtons } from './row-buttons.tsx'

type Passkey = Wire<PasskeyResource>

const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => api.get<Page<Passkey>>('/api/session/passkeys', {}, signal),
})

async function refresh(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey })
  await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
}

/** Shows the signed-in user's passkeys: add, rename and remove them. */
export function PasskeysSection() {
  const t = useTranslations('passkeys')
  const list = useQuery(passkeysQuery)
  const [dialog, setDialog] = useState<'add' | { renames: Passkey } | { removes: Passkey } | null>(
    null,
  )
  const close = () => setDialog(null)
  const openConfirmed = async (next: typeof dialog) => {
    if (await confirmFirst()) setDialog(next)
  }
  const passkeys = list.data?.data ?? []
  return (
    <Stack component="section" aria-labelledby="passkeys-title" mb="xl">
      <Stack gap={4}>
        <Title order={2} id="passkeys-title">
          {t('title')}
        </Title>
        <DimmedText>{t('intro')}</DimmedText>
      </Stack>
      {list.isPending && <LoadingRows count={1} />}
      {list.error && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && passkeys.length === 0 && <Text>{t('none')}</Text>}
      {passkeys.length > 0 && (
        <PlainRows label={t('title')}>
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRename={() => setDialog({ renames: passkey })}
              onRemove={() => void openConfirmed({ removes: passkey })}
            />
          ))}
        </PlainRows>
      )}
      {!canUsePasskeys() ? (
        <Text size="sm">{t('unavailable')}</Text>
      ) : (
        list.data && (
          <Button
            w="fit-content"
            disabled={passkeys.length >= PASSKEYS_MAX}
            onClick={() => void openConfirmed('add')}
          >
            {t('add')}
          </Button>
        )
      )}
      <Modal opened={dialog === 'add'} onClose={close} title={t('add')}>
        <Stack>
          <Text size="sm">{t('addText')}</Text>
          <AddPasskey
            onCancel={close}
            onDone={() => {
              close()
              void refresh()
              notifyDone(t('added'))
            }}
          />
        </Stack>
      </Modal>
      {dialog !== null && typeof dialog === 'object' && 'renames' in dialog && (
        <RenameDialog passkey={dialog.renames} onClose={close} />
      )}
      {dialog !== null && typeof dialog === 'object' && 'removes' in dialog && (
        <RemoveDialog passkey={dialog.removes} onClose={close} />
      )}
    </Stack>
  )
}

function PasskeyRow(props: { passkey: Passkey; onRename: () => void; onRemove: () => void }) {
  const { passkey } = props
  const t = useTranslations('passkeys')
  const { name } = passkey
  return (
    <Row
      title={
        <Group gap="xs">
          <CustomerText>{name}</CustomerText>
          <Badge variant="light" color="gray">
            {t(passkey.is_device_bound ? 'deviceBound' : 'synced')}
          </Badge>
        </Group>
      }
      sub={
        <>
          <span>
            {t.rich('createdAt', { time: () => <TimeText value={passkey.created_at} /> })}
          </span>
          <span>
            {passkey.last_used_at === null
              ? t('neverUsed')
              : t.rich('lastUsed', {
                  time: () => <TimeText value={passkey.last_used_at!} />,
                })}
          </span>
        </>
      }
      tail={
        <RowButtons
          editLabel={t('rename', { name })}
          deleteLabel={t('remove', { name })}
          onEdit={props.onRename}
          onDelete={props.onRemove}
        />
      }
    />
  )
}

function RenameDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const t = useTranslations('passkeys')
  const tSettings = useTranslations('settings')
  const form = useForm({ initialValues: { name: passkey.name } })
  const save = useSubmit(form, {
    send: (values) => api.patch(`/api/session/passkeys/${passkey.id}`, values),
    done: tSettings('saved'),
    onDone: () => {
      void refresh()
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('renameTitle')}
      request={save}
      submitLabel={tSettings('save')}
      onClose={onClose}
    >
      <TextInput
        label={t('name')}
        required
        maxLength={PASSKEY_NAME_CHARACTERS_MAX}
        data-autofocus
        {...form.getInputProps('name')}
      />
    </FormDialog>
  )
}

function RemoveDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const t = useTranslations('passkeys')
  return (
    <ConfirmAction
      item={passkey}
      title={t('removeTitle', { name: passkey.name })}
      text={t('removeText')}
      confirmLabel={t('removeIt')}
      isDangerous
      run={removePasskey}
      done={t('removed')}
      failed={t('removeFailed')}
      onDone={() => void refresh()}
      onClose={onClose}
    />
  )
}
