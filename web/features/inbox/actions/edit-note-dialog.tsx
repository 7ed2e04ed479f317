import { Button, Group, Modal, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { notifyDone, notifyError } from '../../../components/notify.ts'
import { membersQuery } from '../../../lib/members.ts'

/** Edits the text of a note or deletes it. The mentions are read from the text again. */
export function EditNoteDialog(props: {
  id: string
  text: string
  mentions: string[]
  onClose: () => void
}) {
  const { id, mentions, onClose } = props
  const t = useTranslations('inboxThread.note')
  const tFailures = useTranslations('inboxActions.failures')
  const tStates = useTranslations('states')
  const { data: members = [] } = useQuery(membersQuery)
  const [text, setText] = useState(props.text)
  const save = async () => {
    const named = members
      .filter(({ name, removed_at }) => removed_at === null && text.includes(`@${name}`))
      .map((member) => member.id)
    // A former member, or one renamed since, stays mentioned.
    const gone = mentions.filter((each) => !members.some((member) => member.id === each))
    onClose()
    await api
      .patch(`/api/v1/notes/${id}`, { text: text.trim(), mentions: [...named, ...gone] })
      .catch((err: unknown) => notifyError(tFailures('saveNote'), err))
  }
  const remove = async () => {
    onClose()
    try {
      await api.delete(`/api/v1/notes/${id}`)
      notifyDone(t('removed'))
    } catch (err) {
      notifyError(tFailures('deleteNote'), err)
    }
  }
  return (
    <Modal opened onClose={onClose} title={t('editTitle')}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (text.trim() !== '') void save()
        }}
      >
        <Stack gap="md">
          <Textarea
            label={t('text')}
            value={text}
            autosize
            minRows={3}
            maxRows={12}
            maxLength={10_000}
            dir="auto"
            required
            data-autofocus
            onChange={(event) => setText(event.target.value)}
          />
          <Group justify="space-between">
            <Button variant="subtle" color="red" onClick={() => void remove()}>
              {t('delete')}
            </Button>
            <Group gap="xs">
              <Button variant="default" onClick={onClose}>
                {tStates('cancel')}
              </Button>
              <Button type="submit">{tStates('save')}</Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
