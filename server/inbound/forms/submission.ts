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
  /** Counts a further lead of a list towards the rate limits of its form and of the network. Throws when there were too many. */
  limitLead: (formId: string) => void
}

/**
 * The object, or the list of answers, to which fields of a submission belong. Its name decides the `rank`: 3 for a list of
 * answers, or a name for a visitor (`lead`); 2 for a name for answers (`formData`); 1 for a place of a person (`address`); -1 for a
 * person of the business (`agent`); 0 for any other.
 */
export type FieldGroup = { path: string[]; rank: -1 | 0 | 1 | 2 | 3 }

/**
 * One answer of a form: its key, its label, the kind of field if the form names it, and its text. `isEnvelope`: it is not
 * about the visitor, so it is neither the name nor an address of a contact.
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
