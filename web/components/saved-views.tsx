import { Button, Checkbox, Group, Modal, Popover, Stack, Text, TextInput } from '@mantine/core'
import { IconBookmark, IconTrash } from '@tabler/icons-react'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { View } from '#inbox/views/schema.ts'
import { useIsAdmin, useSession } from '../lib/session.ts'
import { api } from '../lib/api.ts'
import { notifyDone, notifyError } from './notify.ts'
import type { Page, Wire } from '../lib/wire.ts'
import { CustomerText } from './customer-text.tsx'

type SavedView = Wire<View>
type Subject = 'contacts' | 'tickets'

const viewsQuery = (subject: Subject) =>
  queryOptions({
    queryKey: ['views', subject],
    queryFn: async ({ signal }) =>
      (
        await api.get<Page<SavedView>>('/api/v1/views', { subject, limit: 100 }, signal)
      ).data.toSorted((a, b) => a.name.localeCompare(b.name)),
    staleTime: 60_000,
  })

/** Shows the menu of saved views: apply one, save the current filters, delete your own. */
export function SavedViews(props: {
  subject: Subject
  filters: Record<string, string>
  onChoose: (filters: Record<string, string>) => void
}) {
  const { subject, filters, onChoose } = props
  const t = useTranslations('contacts.views')
  const tStates = useTranslations('states')
  const { membership } = useSession()
  const isAdmin = useIsAdmin()
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const { data: views = [] } = useQuery(viewsQuery(subject))
  const active = views.find((view) => isSame(view.filters, filters))
  const refresh = () => queries.invalidateQueries(viewsQuery(subject))
  const remove = useMutation({
    mutationFn: (view: SavedView) => api.delete(`/api/v1/views/${view.id}`),
    onSuccess: (_done, { name, filters: kept, is_shared }) => {
      void refresh()
      notifyDone(t('removed', { name }), {
        label: tStates('undo'),
        run: () =>
          void api
            .post('/api/v1/views', { subject, name, filters: kept, is_shared })
            .then(refresh)
            .catch((err: unknown) => notifyError(t('restoreFailed'), err)),
      })
    },
    onError: (err) => notifyError(t('removeFailed'), err),
  })
  return (
    <>
      <Popover
        position="bottom-end"
        width={280}
        shadow="md"
        trapFocus
        returnFocus
        opened={isOpen}
        onChange={setOpen}
      >
        <Popover.Target>
          <Button
            variant="default"
            leftSection={<IconBookmark size={16} aria-hidden />}
            onClick={() => setOpen(!isOpen)}
          >
            {t('label')}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label={t('label')} mah="70dvh" style={{ overflowY: 'auto' }}>
          <Stack gap={4} align="stretch">
            {views.length === 0 && (
              <Text size="sm" c="dimmed">
                {t('none')}
              </Text>
            )}
            {views.map((view) => (
              <Button
                key={view.id}
                variant={view.id === active?.id ? 'light' : 'subtle'}
                color="gray"
                c="var(--mantine-color-text)"
                justify="space-between"
                aria-current={view.id === active?.id ? 'true' : undefined}
                rightSection={view.is_shared && <small>{t('sharedMark')}</small>}
                onClick={() => {
                  setOpen(false)
                  onChoose(view.filters as Record<string, string>)
                }}
              >
                <CustomerText>{view.name}</CustomerText>
              </Button>
            ))}
            {Object.keys(filters).length > 0 && !active && (
              <Button
                variant="light"
                onClick={() => {
                  setOpen(false)
                  setSaving(true)
                }}
              >
                {t('save')}
              </Button>
            )}
            {active && (isAdmin || active.created_by === membership.id) && (
              <Button
                variant="subtle"
                color="red"
                leftSection={<IconTrash size={16} aria-hidden />}
                onClick={() => {
                  setOpen(false)
                  remove.mutate(active)
                }}
              >
                {t('remove', { name: active.name })}
              </Button>
            )}
          </Stack>
        </Popover.Dropdown>
      </Popover>
      <SaveDialog
        subject={subject}
        filters={filters}
        opened={isSaving}
        onClose={() => setSaving(false)}
        onSaved={() => void refresh()}
      />
    </>
  )
}

function SaveDialog(props: {
  subject: Subject
  filters: Record<string, string>
  opened: boolean
  onClose: () => void
  onSaved: () => void
}) {
  const { subject, filters, opened, onClose, onSaved } = props
  const t = useTranslations('contacts.views')
  const tStates = useTranslations('states')
  const [name, setName] = useState('')
  const [isShared, setShared] = useState(false)
  const save = useMutation({
    mutationFn: () => api.post('/api/v1/views', { subject, name, filters, is_shared: isShared }),
    onSuccess: () => {
      notifyDone(t('saved', { name }))
      onSaved()
      onClose()
      setName('')
      setShared(false)
    },
    onError: (err) => notifyError(t('failed'), err),
  })
  return (
    <Modal opened={opened} onClose={onClose} title={t('save')}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim()) save.mutate()
        }}
      >
        <Stack>
          <TextInput
            label={t('name')}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            maxLength={80}
            required
            data-autofocus
          />
          <Checkbox
            label={t('shared')}
            checked={isShared}
            onChange={({ currentTarget }) => setShared(currentTarget.checked)}
          />
          <Group justify="end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {tStates('cancel')}
            </Button>
            <Button type="submit" loading={save.isPending}>
              {tStates('save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

function isSame(a: Record<string, unknown>, b: Record<string, unknown>): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...names].every((name) => a[name] === b[name])
}
