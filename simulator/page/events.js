import { api } from './api.js'
import { changeNumberDialog, formDialog } from './dialogs.js'
import { h, icon, toast } from './dom.js'
import { send } from './replies.js'
import { store } from './store.js'

const HOLDERS = { agent: 'the platform’s agent', business: 'the business' }

/** Creates the buttons for everything that can happen to a person beside messages. */
export function eventsOf(one) {
  return [
    group('Simulate', [
      one.wa_id && button('phone', 'Change phone number', () => changeNumberDialog(one)),
      button('person', 'Change user name', () => changeUsernameDialog(one)),
      button('person', 'Reinstall the app', () => happen(one, 'customer_identity_changed')),
      button(
        'alert',
        one.refuses_marketing ? 'Resume marketing messages' : 'Stop marketing messages',
        () => happen(one, one.refuses_marketing ? 'marketing_resume' : 'marketing_stop'),
      ),
    ]),
    one.wa_id && group('Platform’s agent', agentEvents(one), holderLine()),
    group('Calls', [
      ...(one.wa_id
        ? [
            button('phone', 'Call, nobody answers', () => call(one, 'missed')),
            button('phone', 'Call, the business answers', () => call(one, 'answered')),
          ]
        : []),
      button('check', 'Allow calls', () => permit('accept')),
      button('close', 'Decline calls', () => permit('reject')),
    ]),
  ]
}

function group(title, buttons, ...more) {
  return h('div', { class: 'happenings' }, h('h3', {}, title), ...more, buttons)
}

function button(name, label, onclick) {
  return h('button', { type: 'button', class: 'quiet', onclick }, icon(name), h('span', {}, label))
}

function holderLine() {
  const holder = HOLDERS[store.holder]
  return h(
    'p',
    { class: 'muted small', role: 'status' },
    holder ? `The conversation is held by ${holder}.` : 'Nobody holds the conversation.',
  )
}

function agentEvents(one) {
  if (store.holder !== 'agent')
    return [button('reply', 'Agent takes the conversation', () => hold(one, { holder: 'agent' }))]
  return [
    button('send', 'Agent replies', () => agentReplyDialog(one)),
    button('reply', 'Agent gives it to the business', () => handOverDialog(one)),
    button('close', 'Agent releases it without a report', () => hold(one, { holder: null })),
  ]
}

async function hold(one, body) {
  try {
    const { delivered } = await api.hold(store.numberId, one.id, body)
    toast(delivered === null ? 'No webhook reports this.' : 'Webhook sent to the business.')
  } catch (error) {
    toast(error.message)
  }
}

function handOverDialog(one) {
  formDialog(
    'Give the conversation to the business',
    [
      { name: 'reason', label: 'Reason', placeholder: 'The customer asked for a person' },
      {
        name: 'summary',
        label: 'Summary',
        long: true,
        placeholder: 'Wants to return an order',
        hint: 'The business sees both in the conversation.',
      },
    ],
    'Give to the business',
    async ({ reason, summary }) => {
      await api.hold(store.numberId, one.id, {
        holder: 'business',
        ...(reason.trim() && { reason: reason.trim() }),
        ...(summary.trim() && { summary: summary.trim() }),
      })
      toast('Webhook sent to the business.')
    },
  )
}

function agentReplyDialog(one) {
  formDialog(
    'Reply of the agent',
    [{ name: 'text', label: 'Message', required: true, long: true }],
    'Send',
    async ({ text }) => {
      await api.agentReply({ to: `+${one.wa_id}`, phone_number_id: store.numberId, text })
      toast('Webhook sent to the business.')
    },
  )
}

function changeUsernameDialog(one) {
  formDialog(
    'Change user name',
    [
      {
        name: 'username',
        label: 'New user name',
        required: true,
        value: one.username ?? '',
        placeholder: 'ida.lund',
        hint: 'The business sees it with the next message.',
      },
    ],
    'Change user name',
    ({ username }) => api.changePerson(one.id, { username: username.trim().replace(/^@/, '') }),
  )
}

function call(one, outcome) {
  notify(api.call({ from: `+${one.wa_id}`, phone_number_id: store.numberId, outcome }))
}

/** Answers a request for the permission to call, also without one. */
function permit(response) {
  void send({
    type: 'interactive',
    interactive: {
      type: 'call_permission_reply',
      call_permission_reply: { response, response_source: 'user_action' },
    },
  })
}

function happen(one, event) {
  notify(api.happen(one.id, { event, phone_number_id: store.numberId }))
}

function notify(sent) {
  sent.then(() => toast('Webhook sent to the business.')).catch((error) => toast(error.message))
}
