import { Select, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslations } from 'use-intl'
import type { CannedReply } from '#messages/canned-replies/schema.ts'
import {
  CANNED_REPLY_CHARACTERS_MAX,
  CANNED_REPLY_FILES_MAX,
  REPLY_VARIABLES,
} from '#shared/canned-replies.ts'
import { api } from '../../lib/api.ts'
import { useCustomFields } from '../../lib/custom-fields.ts'
import { queryClient } from '../../lib/query-client.ts'
import { useTeams } from '../../lib/teams.ts'
import type { Wire } from '../../lib/wire.ts'
import { FormDialog } from '../../components/form-dialog.tsx'
import { FileField } from '../../components/tickets/file-field.tsx'
import { useUploads } from '../../components/tickets/use-uploads.ts'
import { useSubmit } from '../../components/use-submit.ts'

/** The values of the choice who has a reply, besides the ids of teams. */
const OWNERS = { all: 'all', own: 'own' } as const

/** The dialog that creates or edits a canned reply. Who has a reply of one member stays as it is. */
export function CannedReplyDialog(props: { reply: Wire<CannedReply> | null; onClose: () => void }) {
  const { reply, onClose } = props
  const t = useTranslations('settings.replies')
  const tSettings = useTranslations('settings')
  const teams = useTeams()
  const { fields } = useCustomFields()
  const isOwn = reply !== null && reply.member_id !== null
  const form = useForm({
    initialValues: {
      shortcut: reply?.shortcut ?? '',
      text: reply?.text ?? '',
      owner: reply?.team_id ?? OWNERS.all,
      files: reply?.files ?? [],
    },
  })
  const { uploading, add } = useUploads((upload) => form.insertListItem('files', upload))
  const save = useSubmit(form, {
    send: ({ shortcut, text, owner, files }) => {
      const body = {
        // Agents type `/` to insert a reply by its shortcut; the shortcut itself is stored without it.
        shortcut: shortcut.trim().replace(/^\//, ''),
        text,
        media_ids: files.map(({ id }) => id),
      }
      const team = { team_id: owner === OWNERS.all || owner === OWNERS.own ? null : owner }
      const isNewOwn = reply === null && owner === OWNERS.own
      return reply
        ? api.patch(`/api/v1/canned-replies/${reply.id}`, { ...body, ...(!isOwn && team) })
        : api.post('/api/v1/canned-replies', { ...body, ...(isNewOwn ? { is_own: true } : team) })
    },
    done: tSettings('saved'),
    onDone: () => {
      void queryClient.invalidateQueries()
      onClose()
    },
  })
  const owners = [
    { value: OWNERS.all, label: t('all') },
    ...(reply ? [] : [{ value: OWNERS.own, label: t('own') }]),
    ...teams.map(({ id, name }) => ({ value: id, label: name })),
  ]
  const variables = [...REPLY_VARIABLES, ...fields.map(({ key }) => `field.${key}`)]
  return (
    <FormDialog
      title={reply ? t('editTitle', { shortcut: reply.shortcut }) : t('create')}
      size="lg"
      request={save}
      submitLabel={tSettings('save')}
      isDisabled={uploading.length > 0}
      onClose={onClose}
    >
      <TextInput
        label={t('shortcut')}
        description={t('shortcutHint')}
        leftSection="/"
        required
        maxLength={CANNED_REPLY_CHARACTERS_MAX.shortcut + 1}
        autoCapitalize="none"
        data-autofocus
        {...form.getInputProps('shortcut')}
      />
      {!isOwn && (
        <Select
          label={t('who')}
          data={owners}
          allowDeselect={false}
          {...form.getInputProps('owner')}
        />
      )}
      <Textarea
        label={t('text')}
        description={t('textHint', {
          tokens: variables.map((name) => `{${name}}`).join(', '),
        })}
        required
        autosize
        minRows={4}
        maxRows={14}
        maxLength={CANNED_REPLY_CHARACTERS_MAX.text}
        dir="auto"
        {...form.getInputProps('text')}
      />
      <FileField
        files={form.values.files}
        uploading={uploading}
        max={CANNED_REPLY_FILES_MAX}
        onAdd={add}
        onRemove={(id) =>
          form.setFieldValue(
            'files',
            form.values.files.filter((file) => file.id !== id),
          )
        }
      />
    </FormDialog>
  )
}
