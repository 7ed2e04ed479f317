import { Button, Group, Modal, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { notifyDone, notifyError } from '../../../components/notify.ts'
import { membersQuery } from '../../../lib/members.ts'

/** Changes the words of a note, or deletes it. Whom it names is read from its words again. */
export function EditNoteDialog(props: {
  id: string
  text: string
  mentions: string[]
  onClose: () => void
}) {
  const { id, mentions, onClose } = props
  const t = useTranslations('inboxThread.note')
  const tActions = useTranslations('inboxActions')
  const tStates = useTranslations('states')
  const { data: members = [] } = useQuery(membersQuery)
  const [text, setText] = useState(props.text)
  const fail = (err: unknown) => notifyError(tActions('failed'), err)
  const save = async () => {
    const named = members
      .filter(({ name, removed_at }) => removed_at === null && text.includes(`@${name}`))
      .map((member) => member.id)
    // Who is named by a name that has changed since stays named.
    const gone = mentions.filter((each) => !members.some((member) => member.id === each))
    onClose()
    await api
      .patch(`/api/v1/notes/${id}`, { text: text.trim(), mentions: [...named, ...gone] })
      .catch(fail)
  }
  const remove = async () => {
    onClose()
    try {
      await api.delete(`/api/v1/notes/${id}`)
      notifyDone(t('removed'))
    } catch (err) {
      fail(err)
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
