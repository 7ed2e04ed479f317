import type { IncomingHttpHeaders } from 'node:http'

/** A post to a form: `token` from the path or the header, the body's bytes (a multipart form in its stored form). */
export type FormPost = {
  token: string | undefined
  contentType: string | undefined
  body: Buffer
  headers: IncomingHttpHeaders
  /** The path and query of the request. */
  path: string
  idempotencyKey: string | undefined
  /** Counts the submission towards the rate limit of its form. Throws when there were too many. */
  limitForm: (formId: string) => void
}

/**
 * The object, or the list of answers, to which fields of a submission belong. `rank` says whose they are by its name: 3 in a list of
 * answers and in what is called like a visitor, 2 in what is called like answers, 1 in a place of a person such as an address, -1 in
 * what is called like somebody of the business, 0 in anything else.
 */
export type FieldGroup = { path: string[]; rank: -1 | 0 | 1 | 2 | 3 }

/**
 * One answer of a form: its key, its label, the kind of field if the form names it, and its text. `isEnvelope`: it is not
 * about the visitor, so it is no name and no address of a contact.
 */
export type SubmissionField = {
  key: string
  label: string
  type: string
  value: string
  group?: FieldGroup
  /** The names of the value and of the objects that are a part of one detail, the outer first. Without it, the label. */
  words?: string[]
  isEnvelope?: true
}

/** A parsed submission: `eventId` is the provider's, `files` are names only. */
export type Submission = {
  fields: SubmissionField[]
  files: string[]
  eventId: string | undefined
  /** The service marked it as no lead: a test of the connection, or spam with the service's reason. */
  mark: SubmissionMark | undefined
  /** It had more fields, values or characters than are read. */
  isCut: boolean
}

/** Why a submission becomes no lead, and what the service says about it. */
export type SubmissionMark = { kind: 'test' | 'spam'; reason: string | undefined }

/** The content type of a stored multipart form: its fields as JSON, without its files. */
export const MULTIPART = 'multipart/form-data'

/** A multipart form in its stored form; `isCut` if it had more than is stored. */
export type StoredMultipart = { fields: [string, string][]; files: string[]; isCut?: true }
