import { useTranslations } from 'use-intl'
import { toPreview } from '#shared/to-preview.ts'
import { lazyPartWithTexts } from '../../../lib/lazy-part-with-texts.ts'
import { chatName } from '../../../lib/display-name.ts'
import { useChatName } from '../../../lib/use-visitor-name.ts'
import type { Chat } from '../data/types.ts'
import { openDialog } from '../dialogs.ts'
import type { InboxDialog } from '../dialogs.ts'
import type { InboxPlace } from '../use-inbox-place.ts'
import { AssignDialog } from './assign-dialog.tsx'
import { BulkDialog } from './bulk-dialog.tsx'
import { EditNoteDialog } from './edit-note-dialog.tsx'
import { ImageDialog } from './image-dialog.tsx'
import { ParticipantsDialog } from './participants-dialog.tsx'
import { PriorityDialog } from './priority-dialog.tsx'
import { SnoozeDialog } from './snooze-dialog.tsx'
import { TagDialog } from './tag-dialog.tsx'
import { TeamDialog } from './team-dialog.tsx'
import { TrailDialog } from './trail-dialog.tsx'
import type { ChatActions } from './use-chat-actions.ts'

// The texts of these are not part of the inbox's first files.
const SaveViewDialog = lazyPartWithTexts(
  async () => (await import('../../../components/save-view-dialog.tsx')).SaveViewDialog,
)
const TicketForm = lazyPartWithTexts(
  async () => (await import('../../../components/tickets/ticket-form.tsx')).TicketForm,
)

const MacroDialog = lazyPartWithTexts(async () => (await import('./macro-dialog.tsx')).MacroDialog)
const RuleLogDialog = lazyPartWithTexts(
  async () => (await import('../../../components/rules/rule-log.tsx')).RuleLogDialog,
)

/** Shows the open dialog of the inbox. */
export function InboxDialogs(props: {
  dialog: InboxDialog
  actions: ChatActions
  place: InboxPlace
}) {
  const { dialog, actions, place } = props
  const t = useTranslations('inboxPicker')
  const nameOf = useChatName()
  const named = (chat: Chat) => ({ name: nameOf(chat) })
  const onClose = () => openDialog(null)
  switch (dialog.kind) {
    case 'assign':
      return (
        <AssignDialog
          title={t('assignTitle', named(dialog.chat))}
          chosenId={dialog.chat.assignee_id}
          onAssign={(id) => actions.assign(dialog.chat, id)}
          onClose={onClose}
        />
      )
    case 'snooze':
      return (
        <SnoozeDialog
          title={t('snoozeTitle', named(dialog.chat))}
          reminderTitle={t('remindTitle', named(dialog.chat))}
          onSnooze={(at, isReminder) =>
            actions.snooze(dialog.chat, { until: at.toISOString(), isReminder })
          }
          onClose={onClose}
        />
      )
    case 'team':
      return (
        <TeamDialog
          title={t('teamTitle', named(dialog.chat))}
          chosenId={dialog.chat.team_id}
          onTeam={(id) => actions.setTeam(dialog.chat, id)}
          onClose={onClose}
        />
      )
    case 'priority':
      return (
        <PriorityDialog
          title={t('priorityTitle', named(dialog.chat))}
          chosen={dialog.chat.priority}
          onPriority={(priority) => actions.setPriority(dialog.chat, priority)}
          onClose={onClose}
        />
      )
    case 'participants':
      return <ParticipantsDialog chat={dialog.chat} actions={actions} onClose={onClose} />
    case 'macro':
      return <MacroDialog chat={dialog.chat} onClose={onClose} />
    case 'rules':
      return <RuleLogDialog path={`/api/v1/chats/${dialog.chat.id}/rules`} onClose={onClose} />
    case 'tag':
      return <TagDialog chat={dialog.chat} actions={actions} onClose={onClose} />
    case 'bulk':
      return <BulkDialog dialog={dialog} onClose={onClose} />
    case 'ticket':
      return (
        <TicketForm
          personName={chatName(dialog.chat)}
          personId={dialog.message?.person_id ?? dialog.chat.person.id}
          origin={{ conversationId: dialog.chat.id, message: toOrigin(dialog) }}
          onClose={onClose}
        />
      )
    case 'trail':
      return <TrailDialog {...dialog} onClose={onClose} />
    case 'image':
      return <ImageDialog {...dialog} onClose={onClose} />
    case 'save-view':
      return (
        <SaveViewDialog
          subject="chats"
          filters={dialog.filters}
          onClose={onClose}
          onSaved={({ id }) => place.openView(id)}
        />
      )
    case 'edit-note':
      return <EditNoteDialog {...dialog} onClose={onClose} />
  }
}

/** Returns the message that a ticket is created from, with its text for the title. */
function toOrigin({ chat, message }: Extract<InboxDialog, { kind: 'ticket' }>) {
  if (!message) return null
  return { id: message.id, text: message.text && toPreview(message.text, chat.channel.type) }
}
