import { Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslations } from 'use-intl'
import type { CannedReply } from '#messages/canned-replies/schema.ts'
import { CANNED_REPLY_CHARACTERS_MAX } from '#shared/canned-replies.ts'
import { api } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import type { Wire } from '../../lib/wire.ts'
import { FormDialog } from '../../components/form-dialog.tsx'
import { useSubmit } from '../../components/use-submit.ts'

/** The dialog that creates or edits a canned reply. */
export function CannedReplyDialog(props: { reply: Wire<CannedReply> | null; onClose: () => void }) {
  const { reply, onClose } = props
  const t = useTranslations('settings.replies')
  const tSettings = useTranslations('settings')
  const form = useForm({
    initialValues: { shortcut: reply?.shortcut ?? '', text: reply?.text ?? '' },
    // Agents type `/` to insert a reply by its shortcut; the shortcut itself is stored without it.
    transformValues: ({ shortcut, text }) => ({
      shortcut: shortcut.trim().replace(/^\//, ''),
      text,
    }),
  })
  const save = useSubmit(form, {
    send: (body) =>
      reply
        ? api.patch(`/api/v1/canned-replies/${reply.id}`, body)
        : api.post('/api/v1/canned-replies', body),
    done: tSettings('saved'),
    onDone: () => {
      void queryClient.invalidateQueries()
      onClose()
    },
  })
  return (
    <FormDialog
      title={reply ? t('editTitle', { shortcut: reply.shortcut }) : t('create')}
      size="lg"
      request={save}
      submitLabel={tSettings('save')}
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
      <Textarea
        label={t('text')}
        description={t('textHint', { tokens: '{name}, {first_name}, {my_name}' })}
        required
        autosize
        minRows={4}
        maxRows={14}
        maxLength={CANNED_REPLY_CHARACTERS_MAX.text}
        dir="auto"
        {...form.getInputProps('text')}
      />
    </FormDialog>
  )
}
