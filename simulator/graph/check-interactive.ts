import { badParameter } from './errors.ts'
import { isObject } from './is-object.ts'

type Node = Record<string, unknown>

const WITHOUT_BODY = ['product', 'order_status']

/** Checks an interactive message by its type; throws a refusal with code 100 or 131009. */
export function checkInteractive(node: Node): void {
  const type = text(node.type, "interactive['type']", 64)
  const check = CHECKS[type]
  if (!check) {
    throw badParameter(
      `Param interactive['type'] must be one of {${Object.keys(CHECKS).join(', ')}}.`,
    )
  }
  const body = isObject(node.body) ? node.body.text : undefined
  if (body !== undefined || !WITHOUT_BODY.includes(type)) {
    text(body, "interactive['body']['text']", type === 'list' ? 4096 : 1024)
  }
  if (node.footer !== undefined) {
    text(isObject(node.footer) ? node.footer.text : undefined, "interactive['footer']['text']", 60)
  }
  if (!isObject(node.action)) throw required("interactive['action']")
  check(node.action, node)
}

const CHECKS: Record<string, (action: Node, node: Node) => void> = {
  button(action) {
    const buttons = list(action.buttons, "interactive['action']['buttons']", 3)
    const replies = buttons.map((button) => {
      if (!isObject(button.reply)) throw required("interactive['action']['buttons']['reply']")
      text(button.reply.title, 'button title', 20)
      return text(button.reply.id, 'button id', 256)
    })
    unique(replies, 'button ids')
  },
  list(action) {
    text(action.button, "interactive['action']['button']", 20)
    const sections = list(action.sections, "interactive['action']['sections']", 10)
    const rows = sections.flatMap((section) => {
      if (sections.length > 1) text(section.title, 'section title', 24)
      return list(section.rows, 'section rows', 10)
    })
    if (rows.length > 10) throw badParameter('A list has at most 10 rows in all.')
    const ids = rows.map((row) => {
      text(row.title, 'row title', 24)
      if (row.description !== undefined && row.description !== '') {
        text(row.description, 'row description', 72)
      }
      return text(row.id, 'row id', 200)
    })
    unique(ids, 'row ids')
  },
  cta_url(action) {
    const parameters = named(action, 'cta_url')
    text(parameters.display_text, 'display_text', 20)
    const url = text(parameters.url, 'url', 2000)
    if (!URL.canParse(url)) throw badParameter('Param interactive url is not a valid URI.')
  },
  flow(action) {
    const parameters = named(action, 'flow')
    if (parameters.flow_id === undefined && parameters.flow_name === undefined) {
      throw required('flow_id')
    }
    text(parameters.flow_cta, 'flow_cta', 30)
    text(parameters.flow_message_version, 'flow_message_version', 10)
  },
  product(action) {
    text(action.catalog_id, 'catalog_id', 256)
    text(action.product_retailer_id, 'product_retailer_id', 256)
  },
  product_list(action, node) {
    if (!isObject(node.header)) throw required("interactive['header']")
    text(action.catalog_id, 'catalog_id', 256)
    for (const section of list(action.sections, 'sections', 10)) {
      for (const item of list(section.product_items, 'product_items', 30)) {
        text(item.product_retailer_id, 'product_retailer_id', 256)
      }
    }
  },
  catalog_message: (action) => void named(action, 'catalog_message', false),
  location_request_message: (action) => void named(action, 'send_location', false),
  address_message: (action) => void named(action, 'address_message'),
  call_permission_request: (action) => void named(action, 'call_permission_request', false),
  contact_request: () => {},
  request_contact_info: () => {},
  voice_call: (action) => void named(action, 'voice_call', false),
  order_details: (action) => void named(action, 'review_and_pay'),
  order_status: (action) => void named(action, 'review_order'),
  carousel(action) {
    list(action.cards, 'cards', 10)
  },
  media_carousel(action) {
    list(action.cards, 'cards', 10)
  },
}

function named(action: Node, name: string, hasParameters = true): Node {
  if (action.name !== name) {
    throw badParameter(`Param interactive['action']['name'] must be '${name}'.`)
  }
  if (isObject(action.parameters)) return action.parameters
  if (hasParameters) throw required("interactive['action']['parameters']")
  return {}
}

function list(value: unknown, name: string, most: number): Node[] {
  const items = Array.isArray(value) ? value.filter(isObject) : []
  if (items.length === 0) throw required(name)
  if (items.length > most) throw badParameter(`Param ${name} has at most ${most} items.`)
  return items
}

function text(value: unknown, name: string, charactersMax: number): string {
  if (typeof value !== 'string' || value === '') throw required(name)
  if ([...value].length > charactersMax) {
    throw badParameter(`Param ${name} must be at most ${charactersMax} characters long.`)
  }
  return value
}

function unique(ids: string[], what: string) {
  if (new Set(ids).size < ids.length) throw badParameter(`The ${what} must be different.`)
}

function required(name: string) {
  return badParameter(`The parameter ${name} is required.`)
}
