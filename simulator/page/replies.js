import { api } from './api.js'
import { h, icon, toast } from './dom.js'
import { formDialog, openDialog } from './dialogs.js'
import { number, person, senderFields, store } from './store.js'

/** Sends a customer's message; an error appears as a short message. */
export async function send(message) {
  try {
    const answer = await api.inbound({ ...senderFields(), ...message })
    if (!answer.delivered)
      toast('The business’s server hasn’t accepted it yet. The webhook will be retried.')
  } catch (error) {
    toast(error.message)
  }
}

/** Returns the quote of a message. */
export function contextOf(id) {
  return { context: { from: number().display_phone_number, id } }
}

/** Creates the buttons under a template or an interactive message, which answer it. */
export function actionsOf(entry) {
  if (entry.template) return templateActions(entry)
  return entry.type === 'interactive' && entry.direction === 'business'
    ? interactiveActions(entry)
    : []
}

function action(label, glyph, onclick, more = {}) {
  return h(
    'button',
    { type: 'button', class: 'action', onclick, ...more },
    glyph && icon(glyph),
    h('span', {}, label),
  )
}

function linkAction(label, url, glyph) {
  const isWeb = /^https?:\/\//.test(url)
  return isWeb
    ? h(
        'a',
        { class: 'action', href: url, target: '_blank', rel: 'noopener noreferrer' },
        icon(glyph),
        h('span', {}, label),
      )
    : action(label, glyph, () => toast(url))
}

function answerTo(entry) {
  return [...store.entries.values()].find(
    ({ direction, context_id, type }) =>
      direction === 'customer' &&
      context_id === entry.id &&
      (type === 'interactive' || type === 'button'),
  )
}

function templateActions(entry) {
  const answer = answerTo(entry)
  return entry.template.buttons.map(({ type, text, payload, url }) => {
    if (url) return linkAction(text, url, 'link')
    if (type === 'PHONE_NUMBER')
      return action(text, 'phone', () => toast('Calls are not simulated.'))
    if (type === 'COPY_CODE') return action(text, 'document', () => toast('Copied.'))
    if (type === 'FLOW') return action(text, 'list', () => flowDialog(entry, text))
    const isChosen = answer?.content?.text === text
    return action(
      text,
      isChosen ? 'check' : 'reply',
      () =>
        send({
          type: 'button',
          button: { payload: payload ?? text, text },
          ...contextOf(entry.id),
        }),
      { 'aria-pressed': isChosen ? 'true' : undefined },
    )
  })
}

const reply = (entry, interactive) =>
  send({ type: 'interactive', interactive, ...contextOf(entry.id) })

function interactiveActions(entry) {
  const { type, action: given = {} } = entry.content
  const parameters = given.parameters ?? {}
  switch (type) {
    case 'button': {
      const chosen = answerTo(entry)?.content?.button_reply?.id
      return (given.buttons ?? []).map(({ reply: button }) =>
        action(
          button.title,
          chosen === button.id ? 'check' : 'reply',
          () => reply(entry, { type: 'button_reply', button_reply: button }),
          {
            disabled: chosen !== undefined,
            'aria-pressed': chosen === button.id ? 'true' : undefined,
          },
        ),
      )
    }
    case 'list':
      return [action(given.button, 'list', () => listDialog(entry))]
    case 'cta_url':
      return [linkAction(parameters.display_text ?? 'Open', parameters.url ?? '', 'link')]
    case 'flow':
      return [
        action(parameters.flow_cta ?? 'Open the form', 'list', () =>
          flowDialog(entry, parameters.flow_cta ?? 'Form'),
        ),
      ]
    case 'location_request_message':
      return [action('Send location', 'pin', () => locationDialog(contextOf(entry.id)))]
    case 'contact_request':
    case 'request_contact_info':
      return [action('Share phone number', 'phone', () => sharePhone(entry))]
    case 'call_permission_request':
      return ['accept', 'reject'].map((response) =>
        action(response === 'accept' ? 'Allow calls' : 'Decline', 'phone', () =>
          reply(entry, {
            type: 'call_permission_reply',
            call_permission_reply: { response, response_source: 'user_action' },
          }),
        ),
      )
    case 'product':
    case 'product_list':
    case 'catalog_message':
      return [action('Order', 'bag', () => orderFrom(entry))]
    default:
      return []
  }
}

function listDialog(entry) {
  const { action: given, header } = entry.content
  const dialog = openDialog(
    header?.text ?? given.button,
    h(
      'div',
      { class: 'rows' },
      given.sections.map(({ title, rows }) => [
        title && h('h3', {}, title),
        rows.map(({ id, title: name, description }) =>
          h(
            'button',
            {
              type: 'button',
              class: 'row',
              onclick: () => {
                dialog.close()
                void reply(entry, {
                  type: 'list_reply',
                  list_reply: { id, title: name, ...(description && { description }) },
                })
              },
            },
            h('strong', {}, name),
            description && h('span', { class: 'muted small' }, description),
          ),
        ),
      ]),
    ),
  )
}

function flowDialog(entry, title) {
  const sample = JSON.stringify(
    { flow_token: entry.content?.action?.parameters?.flow_token ?? 'unused' },
    null,
    2,
  )
  formDialog(
    title,
    [{ name: 'answer', label: 'Form response (JSON)', value: sample, long: true }],
    'Send',
    async ({ answer }) => {
      const response_json = JSON.stringify(JSON.parse(answer))
      await reply(entry, {
        type: 'nfm_reply',
        nfm_reply: { response_json, body: 'Sent', name: 'flow' },
      })
    },
  )
}

function sharePhone(entry) {
  const share = (digits) =>
    send({
      type: 'contacts',
      contacts: [
        {
          origin: 'contact_request',
          phones: [{ phone: `+${digits}`, wa_id: digits, type: 'CELL' }],
        },
      ],
      ...contextOf(entry.id),
    })
  const { wa_id } = person()
  if (wa_id) return share(wa_id)
  return formDialog(
    'Share phone number',
    [{ name: 'phone', label: 'Phone', required: true, inputmode: 'tel' }],
    'Share',
    ({ phone }) => share(phone.replace(/\D/g, '')),
  )
}

function orderFrom(entry) {
  const { catalog_id, product_retailer_id, sections = [], parameters = {} } = entry.content.action
  const ids = product_retailer_id
    ? [product_retailer_id]
    : sections.flatMap(({ product_items }) => product_items.map((item) => item.product_retailer_id))
  if (ids.length === 0) ids.push(parameters.thumbnail_product_retailer_id ?? 'item-1')
  const product_items = ids.slice(0, 3).map((id, at) => ({
    product_retailer_id: id,
    quantity: at + 1,
    item_price: 4.5,
    currency: 'USD',
  }))
  return send({
    type: 'order',
    order: { catalog_id: catalog_id ?? 'catalog', text: '', product_items },
  })
}

/** Opens the form for a location and sends it. */
export function locationDialog(more = {}) {
  formDialog(
    'Send location',
    [
      { name: 'name', label: 'Name', value: 'Old Harbour' },
      { name: 'address', label: 'Address', value: '3 Quay Street' },
      {
        name: 'latitude',
        label: 'Latitude',
        value: '52.3731',
        required: true,
        inputmode: 'decimal',
      },
      {
        name: 'longitude',
        label: 'Longitude',
        value: '4.8922',
        required: true,
        inputmode: 'decimal',
      },
    ],
    'Send',
    async ({ name, address, latitude, longitude }) => {
      if (!(Math.abs(latitude) <= 90) || !(Math.abs(longitude) <= 180))
        throw new Error('Enter a latitude from -90 to 90 and a longitude from -180 to 180.')
      const location = {
        latitude: Number(latitude),
        longitude: Number(longitude),
        ...(name && { name }),
        ...(address && { address }),
      }
      await send({ type: 'location', location, ...more })
    },
  )
}
