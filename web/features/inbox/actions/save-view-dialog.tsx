import { Button, Checkbox, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '../../../lib/api.ts'
import { notifyDone, notifyError } from '../../../components/notify.ts'
import { savedViewsQuery } from '../data/view-queries.ts'
import type { SavedView } from '../data/types.ts'
import type { InboxPlace } from '../use-inbox-place.ts'

/** Shows the dialog that saves filters under a name, for oneself or for the team. */
export function SaveViewDialog(props: {
  filters: Record<string, unknown>
  place: InboxPlace
  onClose: () => void
}) {
  const { filters, place, onClose } = props
  const t = useTranslations('inbox.views')
  const tStates = useTranslations('states')
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [isShared, setShared] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    try {
      const view = await api.post<SavedView>('/api/v1/views', {
        subject: 'chats',
        name: name.trim(),
        filters,
        is_shared: isShared,
      })
      await queries.invalidateQueries(savedViewsQuery)
      onClose()
      place.openView(view.id)
      notifyDone(t('savedNotice', { name: view.name }))
    } catch (err) {
      setSaving(false)
      notifyError(t('saveFailed'), err)
    }
  }
  return (
    <Modal opened onClose={onClose} title={t('saveTitle')} size="sm">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() !== '') void save()
        }}
      >
        <Stack gap="md">
          <TextInput
            label={t('name')}
            value={name}
            maxLength={80}
            dir="auto"
            required
            data-autofocus
            onChange={(event) => setName(event.target.value)}
          />
          <Checkbox
            label={t('forEverybody')}
            checked={isShared}
            onChange={(event) => setShared(event.target.checked)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {tStates('cancel')}
            </Button>
            <Button type="submit" loading={isSaving}>
              {tStates('save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
