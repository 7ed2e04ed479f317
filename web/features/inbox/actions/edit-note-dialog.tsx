import { Button, Group, Modal, Stack, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { NOTE_CHARACTERS_MAX } from '#shared/conversations.ts'
import { FormError } from '../../../components/form-error.tsx'
import { useAction } from '../../../components/use-action.ts'
import { useSubmit } from '../../../components/use-submit.ts'
import { api } from '../../../lib/api.ts'
import { membersQuery } from '../../../lib/members.ts'
import { useTeams } from '../../../lib/teams.ts'

/** The dialog that edits the text of a note or deletes it. The mentions are read from the text again. */
export function EditNoteDialog(props: {
  id: string
  text: string
  mentions: string[]
  customer: string
  onClose: () => void
}) {
  const { id, mentions, onClose } = props
  const t = useTranslations('inboxThread.note')
  const tStates = useTranslations('states')
  const { data: members = [] } = useQuery(membersQuery)
  const teams = useTeams()
  const form = useForm({ initialValues: { text: props.text } })
  const save = useSubmit(form, {
    send: ({ text }) => {
      const named = members
        .filter(({ name, removed_at }) => removed_at === null && text.includes(`@${name}`))
        .map((member) => member.id)
      const ofTeams = teams
        .filter(({ name }) => text.includes(`@${name}`))
        .flatMap((team) => team.member_ids)
      // A former member, or one renamed since, stays mentioned.
      const gone = mentions.filter((each) => !members.some((member) => member.id === each))
      return api.patch(`/api/v1/notes/${id}`, {
        text: text.trim(),
        mentions: [...new Set([...named, ...ofTeams, ...gone])],
      })
    },
    onDone: onClose,
  })
  const remove = useAction({
    run: () => api.delete(`/api/v1/notes/${id}`),
    done: t('removed'),
    failed: t('deleteFailed'),
    onDone: onClose,
  })
  return (
    <Modal opened onClose={onClose} title={t('editTitle', { name: props.customer })}>
      <form onSubmit={save.submit}>
        <Stack>
          <FormError error={save.error} />
          <Textarea
            label={t('text')}
            autosize
            minRows={3}
            maxRows={12}
            maxLength={NOTE_CHARACTERS_MAX}
            dir="auto"
            required
            data-autofocus
            {...form.getInputProps('text')}
          />
          <Group justify="space-between">
            <Button
              variant="subtle"
              color="red"
              loading={remove.isPending}
              onClick={() => remove.mutate()}
            >
              {t('delete')}
            </Button>
            <Group gap="xs">
              <Button variant="default" onClick={onClose}>
                {tStates('cancel')}
              </Button>
              <Button type="submit" loading={save.isPending}>
                {tStates('save')}
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
