import { uuid } from './column.ts'
import type { Column, Decided, Impersonal, Undecided } from './column.ts'

/**
 * The home of a table's rows. `tenant`: the rows of one workspace, which are read and written together on one server.
 * `directory`: rows that are read before the workspace is known, or that belong to several workspaces. `server`: rows
 * about work on the server that they lie on.
 */
export type TableHome = 'tenant' | 'directory' | 'server'

/** The column that says whose rows they are: a contact's, a conversation's or a ticket's. */
export type Owner = 'person_id' | 'chat_id' | 'ticket_id'

/**
 * By what a caller who sees only a part of the workspace sees the rows of a table. A name of a column: by the conversation, ticket, contact,
 * message, import or bulk action that it names, or (`created_by`, `created_by_id`) if it names the caller. `conversation`, `ticket` and
 * `contact`: each row is one. `data`: by the contact, and by the conversation and the ticket that `data` names. `notified`: by `chat_id` and
 * `ticket_id`. `body`: by the subject of the event. `uploaded`: by the author, or a message, ticket or canned reply with the file. `nobody`: only who sees all sees them. Otherwise the reason why everybody sees them.
 */
export type VisibleBy =
  | 'conversation'
  | 'activity'
  | 'ticket'
  | 'contact'
  | 'chat_id'
  | 'ticket_id'
  | 'message_id'
  | 'person_id'
  | 'contact_id'
  | 'survivor_id'
  | 'created_by'
  | 'created_by_id'
  | 'import_id'
  | 'bulk_action_id'
  | 'data'
  | 'notified'
  | 'uploaded'
  | 'body'
  | 'nobody'
  | { everybody: string }

/**
 * The number of workspaces that PostgreSQL expects in a table of which a workspace can have many rows (decision 184). It expects the
 * same share of the table for any workspace whose share it does not know.
 */
export const PLANNED_WORKSPACES = 100

/** A table of the catalogue. */
export type Table = {
  home: TableHome
  columns: Readonly<Record<string, Undecided>>
  /**
   * Whether a workspace can have thousands of rows, because traffic or imports write them, such as messages, or has few, which its
   * members create one by one, such as tags. Statements are planned by it.
   */
  rows?: 'many' | 'few'
  /** By what rows of a tenant's table are visible to those who do not see the whole workspace. */
  visibleBy?: VisibleBy
  /** Why there is no data of contacts in a table. */
  withoutContacts?: string
  /** Why no column of a table is exported. */
  unexported?: string
  /** The column with the owner of the rows. They get a section of exports, and merges move those of a contact. */
  owner?: Owner
  /** The name of that section; by default the table's. */
  section?: string
  /**
   * The removal of the rows. `delete`: by the contact or the conversation that owns them. `cascade`: with the row of
   * their owner, by a foreign key. Otherwise the name of a step of an erasure with rules for this table.
   */
  erase?: string
  /** The name of deleted rows in the certificate of an erasure; by default the table's. */
  countedAs?: string
  /** The column whose ids carry the time by which the table is partitioned. Retention drops whole partitions. */
  partitionedBy?: string
}

type Columns<Each> = Readonly<Record<string, Each>>
type Rows = { rows: 'many' | 'few'; visibleBy: VisibleBy }
type Partitioned = { rows: 'many'; partitionedBy: string } | { partitionedBy?: never }
type Removal =
  | { owner: 'person_id' | 'chat_id'; section?: string; erase: 'delete'; countedAs?: string }
  | { owner: 'chat_id' | 'ticket_id'; section?: string; erase: 'cascade' }
  | { owner?: Owner; section?: string; erase: string }
type WithoutContacts = { withoutContacts: string }

/** The facts about a table with its columns. `row` is the type of its rows, as Kysely knows it, and has no value. */
type Complete<Facts, C> = Facts & {
  columns: C
  readonly row: { [Name in keyof C]: C[Name] extends { type: infer Type } ? Type : never }
}

/** A table whose columns are still to be described. A column that lacks a decision of `Each` is a type error. */
type Described<Facts, Each, Implied = unknown> = {
  columns: <C extends Columns<Each>>(columns: C) => Complete<Facts, C & Implied>
}
type Tenant<Facts, Each> = Described<
  Facts & { home: 'tenant' },
  Each,
  { workspace_id: Column<string, never> }
>

/** Describes a table of tenants with data of contacts, which exports contain. It has the column `workspace_id`, too. */
export function contactTable<const Facts extends Rows & Partitioned & Removal>(
  facts: Facts,
): Tenant<Facts, Decided> {
  return inTenant(facts)
}

/** Describes a table of tenants with data of contacts, none of which is exported. It has the column `workspace_id`, too. */
export function unexportedTable<
  const Facts extends Rows & Partitioned & { unexported: string; erase?: string },
>(facts: Facts): Tenant<Facts, Impersonal> {
  return inTenant(facts)
}

/** Describes a table of tenants without data of contacts. It has the column `workspace_id`, too. */
export function tenantTable<const Facts extends Rows & WithoutContacts>(
  facts: Facts,
): Tenant<Facts, Undecided> {
  return inTenant(facts)
}

/** Describes a table of the directory, which has no data of contacts. */
export function directoryTable(
  facts: Partial<WithoutContacts> = {},
): Described<Partial<WithoutContacts> & { home: 'directory' }, Undecided> {
  return { columns: (columns) => complete({ ...facts, home: 'directory' }, columns) }
}

/** Describes a table about work on the server that it lies on. */
export function serverTable(
  facts: Partial<WithoutContacts> = {},
): Described<Partial<WithoutContacts> & { home: 'server' }, Undecided> {
  return { columns: (columns) => complete({ ...facts, home: 'server' }, columns) }
}

function inTenant<Facts, Each>(facts: Facts): Tenant<Facts, Each> {
  const workspace = { workspace_id: uuid().unexported() }
  return {
    columns: (columns) => complete({ ...facts, home: 'tenant' }, { ...workspace, ...columns }),
  }
}

function complete<Facts, C>(facts: Facts, columns: C): Complete<Facts, C> {
  return { ...facts, columns } as Complete<Facts, C>
}
