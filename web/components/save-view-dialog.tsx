import { Checkbox, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { VIEW_NAME_CHARACTERS_MAX } from '#shared/views.ts'
import { api } from '../lib/api.ts'
import { savedViewsQuery } from '../lib/saved-views.ts'
import type { SavedView, ViewSubject } from '../lib/saved-views.ts'
import { FormDialog } from './form-dialog.tsx'
import { notifyDone } from './notify.ts'
import { useSubmit } from './use-submit.ts'

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
  const save = useSubmit(form, {
    send: ({ name, isShared }) =>
      api.post<SavedView>('/api/v1/views', {
        subject,
        name: name.trim(),
        filters,
        is_shared: isShared,
      }),
    onDone: async (view) => {
      await queries.invalidateQueries(savedViewsQuery(subject))
      onClose()
      onSaved?.(view)
      notifyDone(t('saved', { name: view.name }))
    },
  })
  return (
    <FormDialog
      title={t('save')}
      size="sm"
      request={save}
      submitLabel={tStates('save')}
      onClose={onClose}
    >
      <TextInput
        label={t('name')}
        maxLength={VIEW_NAME_CHARACTERS_MAX}
        dir="auto"
        required
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Checkbox label={t('share')} {...form.getInputProps('isShared', { type: 'checkbox' })} />
    </FormDialog>
  )
}
