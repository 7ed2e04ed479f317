import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { formatsText } from '#shared/channel-types.ts'
import { NOTE_CHARACTERS_MAX } from '#shared/conversations.ts'
import { MESSAGE_CHARACTERS_MAX } from '#shared/messages.ts'
import { notifyError } from '../../../components/notify.ts'
import { useSession } from '../../../lib/session.ts'
import { quoteMessage, useQuotedMessage } from '../compose.ts'
import type { Chat, MessageItem } from '../data/types.ts'
import { announceIdle } from '../presence.ts'
import { useSend } from '../send.ts'
import type { Sending } from '../send.ts'
import { addFiles, ATTACHMENTS_MAX, removeAllFiles, useAttachments } from './attachments.ts'
import type { Attachment } from './attachments.ts'
import { composeMessages, countCharacters } from './compose-messages.ts'
import { useDraft } from './drafts.ts'
import type { Draft } from './drafts.ts'
import { useMessageWindow } from './use-message-window.ts'
import type { MessageWindow } from './use-message-window.ts'
import { useSuggestions } from './use-suggestions.ts'
import type { Suggestions } from './use-suggestions.ts'
import { useTextField } from './use-text-field.ts'
import type { TextField } from './use-text-field.ts'
import { useTyping } from './use-typing.ts'

/** The state of the composer of one conversation, and what it can do. */
export type Composing = {
  chat: Chat
  mode: Draft['mode']
  text: string
  charactersMax: number
  files: readonly Attachment[]
  quoted: MessageItem | null
  messageWindow: MessageWindow
  /** No free-form reply can be sent. */
  isBlocked: boolean
  canSend: boolean
  /** Marks in the text are shown as formatting. */
  canFormat: boolean
  /** The message is sent once its files are uploaded. */
  isWaiting: boolean
  field: TextField
  suggestions: Suggestions
  sending: Sending
  write: (text: string) => void
  /** Switches to a mode, with `typed` added to its text. */
  choose: (mode: Draft['mode'], typed?: string) => void
  attach: (files: File[]) => void
  submit: () => void
  /** Stops waiting for uploads, else drops the quoted message, else leaves the text field. */
  cancel: () => void
}

/** Returns the state of a conversation's composer. The draft is kept until it is sent. */
export function useComposer(chat: Chat): Composing {
  const t = useTranslations('composer')
  const { membership } = useSession()
  const [draft, setDraft] = useDraft(membership.id, chat.id)
  const { mode } = draft
  const isNote = mode === 'note'
  const text = draft[mode]
  const sending = useSend(chat.id)
  const quoted = useQuotedMessage(chat.id)
  const files = useAttachments(chat.id)
  const messageWindow = useMessageWindow(chat)
  const isReplyBlocked = messageWindow.status === 'closed' || messageWindow.obstacle !== null
  const isBlocked = !isNote && isReplyBlocked
  const [isWaiting, setWaiting] = useState(false)
  const announceTyping = useTyping(chat.id, !isNote && messageWindow.status === 'open')
  const write = (value: string) => {
    setDraft({ [mode]: value })
    if (value !== '') announceTyping()
    else announceIdle(chat.id)
  }
  const field = useTextField(text, write)
  const suggestions = useSuggestions({
    customer: chat.person.name,
    isNote,
    text,
    field,
    onMention: (mention) => setDraft({ mentions: [...draft.mentions, mention] }),
  })
  const charactersMax = isNote ? NOTE_CHARACTERS_MAX : MESSAGE_CHARACTERS_MAX
  const isUploading = files.some(({ state }) => state === 'uploading')
  const hasFailed = files.some(({ state }) => state === 'failed')
  const hasContent = text.trim() !== '' || (!isNote && files.length > 0)
  const canSend =
    hasContent && !isBlocked && countCharacters(text) <= charactersMax && (isNote || !hasFailed)

  function choose(next: Draft['mode'], typed = ''): void {
    setDraft({ mode: next, ...(typed && { [next]: draft[next] + typed }) })
    if (next === 'reply' && isReplyBlocked) leaveField(document.querySelector('section[data-mode]'))
    else field.focus()
  }

  function attach(added: File[]): void {
    if (added.length === 0) return
    if (isNote || isBlocked) {
      notifyError(t('filesRefused'), isNote ? t('filesInNote') : t('filesInClosed'))
      return
    }
    if (addFiles(chat.id, added, messageWindow.files) > 0)
      notifyError(t('filesRefused'), t('filesMax', { count: ATTACHMENTS_MAX }))
    field.focus()
  }

  function submit(): void {
    if (!canSend) return
    const mustWait = !isNote && isUploading
    setWaiting(mustWait)
    if (mustWait) return
    announceIdle(chat.id)
    if (isNote) {
      sending.sendNote({ text: text.trim(), mentions: mentionedIn(text, draft.mentions) })
      setDraft({ note: '', mentions: [] })
      return
    }
    const messages = composeMessages(text, removeAllFiles(chat.id), quoted?.id ?? null)
    for (const message of messages) sending.send(message)
    setDraft({ reply: '' })
    quoteMessage(chat.id, null)
  }

  function cancel(): void {
    if (isWaiting) setWaiting(false)
    else if (quoted) quoteMessage(chat.id, null)
    else leaveField(field.element.current)
  }

  useEffect(() => {
    if (isWaiting && !isUploading) submit()
  }, [isWaiting, isUploading])
  useEffect(() => {
    if (quoted) choose('reply')
  }, [quoted?.id])
  const state = { chat, mode, text, charactersMax, files, quoted, messageWindow, isBlocked }
  const canFormat = isNote || formatsText(chat.channel.type)
  const parts = { canSend, canFormat, isWaiting, field, suggestions, sending }
  return { ...state, ...parts, write, choose, attach, submit, cancel }
}

/** Returns the ids of the members that `text` still mentions, each once. */
function mentionedIn(text: string, mentions: Draft['mentions']): string[] {
  const named = mentions.filter(({ name }) => text.includes(`@${name}`))
  return [...new Set(named.map(({ id }) => id))]
}

/** Moves the focus from the text field to the conversation around it, where shortcuts work. */
function leaveField(field: HTMLElement | null): void {
  const around = field?.closest('section[data-mode]')?.parentElement
  const next = around?.closest<HTMLElement>('[tabindex]') ?? null
  if (next) next.focus({ preventScroll: true })
  else field?.blur()
}
