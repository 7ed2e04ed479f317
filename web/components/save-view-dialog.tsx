import { Button, Checkbox, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { VIEW_NAME_CHARACTERS_MAX } from '#shared/views.ts'
import { api } from '../lib/api.ts'
import { savedViewsQuery } from '../lib/saved-views.ts'
import type { SavedView, ViewSubject } from '../lib/saved-views.ts'
import { toFieldErrors } from '../lib/to-field-errors.ts'
import { FormError } from './form-error.tsx'
import { notifyDone } from './notify.ts'

/** Shows the dialog that saves filters of a list under a name, for the member or for everyone in the workspace. */
export function SaveViewDialog(props: {
  subject: ViewSubject
  filters: Record<string, unknown>
  onClose: () => void
  onSaved?: (view: SavedView) => void
}) {
  const { subject, filters, onClose, onSaved } = props
  const t = useTranslations('savedViews')
  const tStates = useTranslations('states')
  const queries = useQueryClient()
  const form = useForm({ initialValues: { name: '', isShared: false } })
  const save = useMutation({
    mutationFn: ({ name, isShared }: typeof form.values) =>
      api.post<SavedView>('/api/v1/views', {
        subject,
        name: name.trim(),
        filters,
        is_shared: isShared,
      }),
    onSuccess: async (view) => {
      await queries.invalidateQueries(savedViewsQuery(subject))
      onClose()
      onSaved?.(view)
      notifyDone(t('saved', { name: view.name }))
    },
    onError: (err) => form.setErrors(toFieldErrors(err)),
  })
  return (
    <Modal opened onClose={onClose} title={t('save')} size="sm">
      <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
        <Stack>
          <FormError error={save.error} />
          <TextInput
            label={t('name')}
            maxLength={VIEW_NAME_CHARACTERS_MAX}
            dir="auto"
            required
            data-autofocus
            {...form.getInputProps('name')}
          />
          <Checkbox label={t('share')} {...form.getInputProps('isShared', { type: 'checkbox' })} />
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
