import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server'
import type {
  ListResourceTemplatesResult,
  ReadResourceResult,
  TextResourceContents,
} from '@modelcontextprotocol/server'
import { grants } from '#shared/grants.ts'
import { CONTACT_ATTRIBUTES } from '#contacts/contact-attributes.ts'
import { getContact } from '#contacts/get-contact.ts'
import { AppError } from '#lib/errors.ts'
import { namesOf } from '#lib/part-of.ts'
import { pick } from '#lib/pick.ts'
import { ERRORS } from '#shared/errors.ts'
import type { RouteScope } from '#shared/scopes.ts'
import { readConversation } from './read-conversation.ts'
import type { Caller } from './tool.ts'

/** A kind of resource, found by its id. A key needs every scope of `scopes`; `read` returns JSON. */
type ResourceKind = {
  name: string
  title: string
  description: string
  folder: string
  scopes: readonly RouteScope[]
  read: (caller: Caller, id: string) => Promise<object>
}

/** Every kind of resource. */
const KINDS = {
  conversation: {
    name: 'conversation',
    title: 'Conversation',
    description: 'The newest messages and notes of a conversation, and its open drafts.',
    folder: 'conversations',
    scopes: ['messages:read', 'chats:read'],
    read: ({ scope }, id) => readConversation(scope, id, { limit: 20 }),
  },
  customer: {
    name: 'customer',
    title: 'Customer',
    description: 'A customer with its identities and custom fields.',
    folder: 'customers',
    scopes: ['contacts:read'],
    async read({ scope }, id) {
      const contact = await getContact(scope, id)
      const { id: person_id, ...facts } = pick(contact, namesOf(CONTACT_ATTRIBUTES, 'mcp'))
      const { username, identities } = contact
      return { person_id, ...facts, username, identities }
    },
  },
} as const satisfies Record<string, ResourceKind>

/** The name of a kind of resource. */
export type ResourceName = keyof typeof KINDS

/** Lists the templates of the resources that a key can read. */
export function listResourceTemplates({ keyScopes }: Caller): ListResourceTemplatesResult {
  const kinds: ResourceKind[] = Object.values(KINDS)
  return {
    resourceTemplates: kinds
      .filter(({ scopes }) => scopes.every((each) => grants(keyScopes, each)))
      .map(({ name, title, description, folder }) => ({
        name,
        title,
        description,
        uriTemplate: `parley://${folder}/{id}`,
        mimeType: 'application/json',
      })),
  }
}

/** Returns the scopes that a key needs to read a kind of resource. */
export function scopesOfResource(name: ResourceName): readonly RouteScope[] {
  return KINDS[name].scopes
}

/** Returns the URI of a resource. */
export function uriOf(name: ResourceName, id: string): string {
  return `parley://${KINDS[name].folder}/${id}`
}

/** Reads a resource by its URI. @throws {ProtocolError} it does not exist, or the key lacks a scope */
export async function readResource(
  caller: Caller,
  uri: string,
): Promise<ReadResourceResult & { contents: TextResourceContents[] }> {
  const [, folder, id] = /^parley:\/\/([a-z]+)\/([\w-]+)$/.exec(uri) ?? []
  const kinds: ResourceKind[] = Object.values(KINDS)
  const kind = kinds.find((each) => each.folder === folder)
  if (!kind || id === undefined) throw new ResourceNotFoundError(uri)
  const missing = kind.scopes.filter((each) => !grants(caller.keyScopes, each))
  if (missing.length > 0)
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `insufficient_scope: The API key does not have the scope ${missing.join(', ')}.`,
    )
  try {
    const text = JSON.stringify(await kind.read(caller, id))
    return { contents: [{ uri, mimeType: 'application/json', text }] }
  } catch (err) {
    if (!(err instanceof AppError)) throw err
    if (ERRORS[err.code][0] === 404) throw new ResourceNotFoundError(uri)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${err.code}: ${err.message}`)
  }
}
