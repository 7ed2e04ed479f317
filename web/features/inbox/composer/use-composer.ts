import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { formatsText } from '#shared/channel-types.ts'
import { NOTE_CHARACTERS_MAX } from '#shared/conversations.ts'
import { MESSAGE_CHARACTERS_MAX } from '#shared/messages.ts'
import { findVariables } from '#shared/canned-replies.ts'
import { notifyDone, notifyError } from '../../../components/notify.ts'
import { useSession } from '../../../lib/session.ts'
import { useTeams } from '../../../lib/teams.ts'
import type { Team } from '../../../lib/teams.ts'
import { useMay } from '../../../lib/use-may.ts'
import { quoteMessage, useQuotedMessage } from '../compose.ts'
import { seenUntilNow } from '../data/find-answer.ts'
import type { Chat, MessageItem } from '../data/types.ts'
import { announceIdle } from '../presence.ts'
import { useSend } from '../send.ts'
import type { Sending } from '../send.ts'
import {
  addFiles,
  addUploads,
  ATTACHMENTS_MAX,
  removeAllFiles,
  useAttachments,
} from './attachments.ts'
import type { Attachment } from './attachments.ts'
import { composeMessages, countCharacters } from './compose-messages.ts'
import { takeDraft, writeDraft } from './draft-sync.ts'
import { chooseMode, draftKey, rereadDraft, useDraft } from './drafts.ts'
import type { Draft, DraftPart } from './drafts.ts'
import { takeBack } from './held-replies.ts'
import { useAnswer } from './use-answer.ts'
import type { Answer } from './use-answer.ts'
import { useEnding } from './use-ending.ts'
import type { Ending } from './use-ending.ts'
import { useMessageWindow } from './use-message-window.ts'
import type { MessageWindow } from './use-message-window.ts'
import { useSuggestions } from './use-suggestions.ts'
import type { Suggestions } from './use-suggestions.ts'
import { useTextField } from './use-text-field.ts'
import type { TextField } from './use-text-field.ts'
import { useTyping } from './use-typing.ts'

/** How to send: `isAnyway`, although another member has replied; `ends`, with what `ending` says. */
type SubmitOptions = { isAnyway?: boolean; ends?: boolean }

/** The state of the composer of one conversation, and what it can do. */
export type Composing = {
  chat: Chat
  mode: Draft['mode']
  text: string
  charactersMax: number
  files: readonly Attachment[]
  quoted: MessageItem | null
  messageWindow: MessageWindow
  /** The draft that is written. */
  draft: DraftPart
  draftKey: string
  /** The reply of another member, about which the author must decide before sending. */
  answer: Answer
  /** No free-form reply can be sent. */
  isBlocked: boolean
  /** The variables of a reply that have no value, with their braces. It cannot be sent with them. */
  emptyVariables: readonly string[]
  canSend: boolean
  /** What can be done with the conversation by sending at the same time; null: nothing. */
  ending: Ending | null
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
  /** Sends what is written. */
  submit: (options?: SubmitOptions) => void
  /** Stops waiting for uploads, else drops the quoted message, else leaves the text field. */
  cancel: () => void
}

/** Returns the state of a conversation's composer. The draft is kept until it is sent. `onClosed` is called once a reply closes it. */
export function useComposer(chat: Chat, onClosed: () => void = () => undefined): Composing {
  const t = useTranslations('composer')
  const tStates = useTranslations('states')
  const { membership } = useSession()
  const key = draftKey(membership.id, chat.id)
  const drafts = useDraft(key)
  const teams = useTeams()
  const may = useMay()
  // A role may allow one of both.
  const mode = !may('messages:write') ? 'note' : !may('notes:write') ? 'reply' : drafts.mode
  const draft = drafts[mode]
  const { text } = draft
  const isNote = mode === 'note'
  const sending = useSend(chat.id)
  const quoted = useQuotedMessage(chat.id)
  const files = useAttachments(chat.id)
  const messageWindow = useMessageWindow(chat)
  const isReplyBlocked = messageWindow.status === 'closed' || messageWindow.obstacle !== null
  const isBlocked = !isNote && isReplyBlocked
  const [isWaiting, setWaiting] = useState<SubmitOptions | null>(null)
  const announceTyping = useTyping(chat.id, !isNote && messageWindow.status === 'open')
  const isReplying = !isNote && (text !== '' || files.length > 0)
  const answer = useAnswer(chat, key, isReplying)
  const write = (value: string) => {
    const seenUntil = isNote || value === '' ? null : (draft.seenUntil ?? seenUntilNow(chat))
    writeDraft(key, mode, { text: value, seenUntil })
    if (value !== '') announceTyping()
    else announceIdle(chat.id)
  }
  const field = useTextField(text, write)
  const suggestions = useSuggestions({
    chat,
    isNote,
    text,
    field,
    onMention: (mention) =>
      writeDraft(key, 'note', { text, mentions: [...draft.mentions, mention] }),
    onFiles: (uploads) => refuseMore(addUploads(chat.id, uploads)),
  })
  const emptyVariables = isNote ? [] : findVariables(text).map((name) => `{${name}}`)
  const charactersMax = isNote ? NOTE_CHARACTERS_MAX : MESSAGE_CHARACTERS_MAX
  const isUploading = files.some(({ state }) => state === 'uploading')
  const hasFailed = files.some(({ state }) => state === 'failed')
  const hasContent = text.trim() !== '' || (!isNote && files.length > 0)
  const isComplete = emptyVariables.length === 0 && (isNote || !hasFailed)
  const canSend = hasContent && isComplete && !isBlocked && countCharacters(text) <= charactersMax

  const { ending, announceHandOver } = useEnding(chat, isNote, namedIn(text, draft.mentions))

  function choose(next: Draft['mode'], typed = ''): void {
    chooseMode(key, next)
    const before = drafts[next]
    if (typed) writeDraft(key, next, { ...before, text: before.text + typed })
    if (next === 'reply' && isReplyBlocked) leaveField(document.querySelector('section[data-mode]'))
    else field.focus()
  }

  function attach(added: File[]): void {
    if (added.length === 0) return
    if (isNote || isBlocked) {
      notifyError(t('filesRefused'), isNote ? t('filesInNote') : t('filesInClosed'))
      return
    }
    refuseMore(addFiles(chat.id, added, messageWindow.files))
    field.focus()
  }

  function refuseMore(count: number): void {
    if (count > 0) notifyError(t('filesRefused'), t('filesMax', { count: ATTACHMENTS_MAX }))
  }

  function submit(options: SubmitOptions = {}): void {
    const { isAnyway = false, ends = false } = options
    const closes = ends && ending === 'close'
    // Another tab may have sent or changed the text while this one was suspended: it is shown now.
    if (rereadDraft(key)[mode].text !== text) return
    if (emptyVariables.length > 0) return askFirst()
    if (!canSend) return
    if (draft.isConflicted || (answer.item && !isAnyway)) return askFirst()
    const mustWait = !isNote && isUploading
    setWaiting(mustWait ? options : null)
    if (mustWait) return
    announceIdle(chat.id)
    const taken = takeDraft(key, mode)
    if (isNote) {
      const mentions = mentionedIn(text, draft.mentions, teams)
      const receiver = ends && ending !== 'close' ? ending : null
      sending.sendNote({ text: text.trim(), mentions }, { draft: taken, handsOverTo: receiver?.to })
      if (receiver) announceHandOver(receiver)
      return
    }
    const seenUntil = isAnyway ? seenUntilNow(chat) : answer.seenUntil
    const messages = composeMessages(text, removeAllFiles(chat.id), quoted?.id ?? null)
    const { hold_seconds: holdSeconds } = membership.preferences
    const keys = messages.map((message, index) =>
      sending.send(message, {
        seenUntil,
        draft: index === 0 ? taken : null,
        holdSeconds,
        closes: closes && index === messages.length - 1,
      }),
    )
    quoteMessage(chat.id, null)
    if (holdSeconds > 0)
      notifyDone(t('heldFor', { seconds: holdSeconds }), {
        label: tStates('undo'),
        run: () => void undoSend(keys),
      })
    if (closes) onClosed()
  }

  async function undoSend(keys: readonly string[]): Promise<void> {
    try {
      await takeBack(membership.id, keys)
    } catch (err) {
      notifyError(t('undoFailed'), err)
    }
  }

  /** Moves the focus to the question above the text: Enter then shows the other reply, or selects the empty variable. */
  function askFirst(): void {
    const composer = field.element.current?.closest('section[data-mode]')
    composer?.querySelector<HTMLElement>('[data-asks] button')?.focus()
  }

  function cancel(): void {
    if (isWaiting) setWaiting(null)
    else if (quoted) quoteMessage(chat.id, null)
    else leaveField(field.element.current)
  }

  useEffect(() => {
    if (isWaiting && !isUploading) submit(isWaiting)
  }, [isWaiting, isUploading])
  useEffect(() => {
    if (quoted) choose('reply')
  }, [quoted?.id])
  const state = { chat, mode, text, charactersMax, files, quoted, messageWindow, isBlocked }
  const canFormat = isNote || formatsText(chat.channel.type)
  const shown = { draft, draftKey: key, answer, field, suggestions, sending }
  const parts = { ...shown, emptyVariables, canSend, canFormat, isWaiting: isWaiting !== null }
  return { ...state, ...parts, ending, write, choose, attach, submit, cancel }
}

/** Returns the ids of the members that `text` still mentions, each once; a team stands for its members. */
function mentionedIn(
  text: string,
  mentions: DraftPart['mentions'],
  teams: readonly Team[],
): string[] {
  const membersOf = (id: string) => teams.find((team) => team.id === id)?.member_ids ?? [id]
  return [...new Set(namedIn(text, mentions).flatMap(({ id }) => membersOf(id)))]
}

/** Returns the mentions whose names `text` still has. */
function namedIn(text: string, mentions: DraftPart['mentions']): DraftPart['mentions'] {
  return mentions.filter(({ name }) => text.includes(`@${name}`))
}

/** Moves the focus from the text field to the conversation around it, where shortcuts work. */
function leaveField(field: HTMLElement | null): void {
  const around = field?.closest('section[data-mode]')?.parentElement
  const next = around?.closest<HTMLElement>('[tabindex]') ?? null
  if (next) next.focus({ preventScroll: true })
  else field?.blur()
}
