import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { TagPill } from '../../../components/tag-pill.tsx'
import { tagsQuery } from '../../../lib/tags.ts'
import type { InboxDialog } from '../dialogs.ts'
import { AssignDialog } from './assign-dialog.tsx'
import { isLike, Picker } from './picker.tsx'
import { PriorityDialog } from './priority-dialog.tsx'
import { SnoozeDialog } from './snooze-dialog.tsx'
import { TeamDialog } from './team-dialog.tsx'

/** Chooses the member, the time or the tag for the selected conversations. */
export function BulkDialog(props: {
  dialog: Extract<InboxDialog, { kind: 'bulk' }>
  onClose: () => void
}) {
  const { dialog, onClose } = props
  const { picker, count, run } = dialog
  const t = useTranslations('bulk')
  switch (picker) {
    case 'assign':
      return (
        <AssignDialog
          title={t('assignTitle', { count })}
          onAssign={(assigneeId) => void run({ action: 'assign', assignee_id: assigneeId })}
          onClose={onClose}
        />
      )
    case 'team':
      return (
        <TeamDialog
          title={t('teamTitle', { count })}
          onTeam={(teamId) => void run({ action: 'set_team', team_id: teamId })}
          onClose={onClose}
        />
      )
    case 'priority':
      return (
        <PriorityDialog
          title={t('priorityTitle', { count })}
          onPriority={(priority) => void run({ action: 'set_priority', priority })}
          onClose={onClose}
        />
      )
    case 'snooze':
      return (
        <SnoozeDialog
          title={t('snoozeTitle', { count })}
          onSnooze={(at) => void run({ action: 'snooze', snoozed_until: at.toISOString() })}
          onClose={onClose}
        />
      )
    case 'add_participant':
    case 'remove_participant':
      return (
        <AssignDialog
          title={t(`${picker}_title`, { count })}
          isOfMembers
          onAssign={(memberId) => void run({ action: picker, member_id: memberId })}
          onClose={onClose}
        />
      )
    case 'tag':
    case 'untag':
      return (
        <TagPicker
          title={t(picker === 'tag' ? 'tagTitle' : 'untagTitle', { count })}
          onTag={(tag) => void run({ action: picker, tag_id: tag.id })}
          onClose={onClose}
        />
      )
  }
}

function TagPicker(props: {
  title: string
  onTag: (tag: { id: string; name: string }) => void
  onClose: () => void
}) {
  const { title, onTag, onClose } = props
  const t = useTranslations('bulk')
  const { data: tags = [] } = useQuery(tagsQuery)
  return (
    <Picker
      title={title}
      placeholder={t('tagSearch')}
      choices={(query) =>
        tags
          .filter(({ name }) => isLike(name, query))
          .map((tag) => ({
            id: tag.id,
            label: '',
            icon: <TagPill tag={tag} />,
            run: () => onTag(tag),
          }))
      }
      onClose={onClose}
    />
  )
}
