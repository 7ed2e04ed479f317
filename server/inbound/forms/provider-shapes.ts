import { flattenFields } from '#lib/form-body.ts'
import type { Submission, SubmissionField } from './submission.ts'

type Fields = Record<string, unknown>

/**
 * Parses a submission in a provider's own JSON: Typeform, Tally, Google Forms (by a script on the form) or field lists
 * of name and values; undefined for any other JSON. Source: Typeform, "Example webhook payload"; Tally, "Webhooks";
 * Meta, "Retrieving leads".
 */
export function readProviderShape(json: unknown): Submission | undefined {
  const body = toFields(json)
  const typeform = toFields(body['form_response'])
  if (Array.isArray(typeform['answers']) || typeform['definition'])
    return readTypeform(body, typeform)
  const data = toFields(body['data'])
  if (Array.isArray(data['fields'])) return readTally(body, data)
  const response = toFields(body['response'])
  if (response['payload']) return readGoogle(response)
  if (Array.isArray(body['field_data'])) return readFieldData(body)
  return undefined
}

function readTypeform(body: Fields, response: Fields): Submission {
  const definitions = toList(toFields(response['definition'])['fields'])
  const answers = toList(response['answers']).map((answer): SubmissionField => {
    const field = toFields(answer['field'])
    const definition = definitions.find(
      (each) =>
        (field['id'] !== undefined && each['id'] === field['id']) ||
        (field['ref'] !== undefined && each['ref'] === field['ref']),
    )
    const type = toText(answer['type'])
    const value = answer[type]
    return {
      key: toText(field['ref']) || toText(field['id']),
      label: toText(definition?.['title']) || toText(field['ref']),
      type: toText(field['type']) || type,
      value:
        type === 'choice'
          ? toText(toFields(value)['label']) || toText(toFields(value)['other'])
          : type === 'choices'
            ? toText(toFields(value)['labels'])
            : toText(value),
    }
  })
  return {
    fields: [...answers, ...toHidden(response['hidden'])],
    files: [],
    eventId: toText(body['event_id']) || toText(response['token']) || undefined,
    token: undefined,
  }
}

function readTally(body: Fields, data: Fields): Submission {
  const files: string[] = []
  const fields = toList(data['fields']).map((field): SubmissionField => {
    const options = toList(field['options'])
    const label = (id: unknown) => options.find((option) => option['id'] === id)?.['text'] ?? id
    const value = field['value']
    const items = Array.isArray(value) ? value : [value]
    if (field['type'] === 'FILE_UPLOAD')
      files.push(...items.map((item) => toText(toFields(item)['name'])).filter(Boolean))
    return {
      key: toText(field['key']),
      label: toText(field['label']) || toText(field['key']),
      type: toText(field['type']),
      value: field['type'] === 'FILE_UPLOAD' ? '' : toText(items.map(label)),
    }
  })
  const eventId =
    toText(body['eventId']) || toText(data['submissionId']) || toText(data['responseId'])
  return { fields, files, eventId: eventId || undefined, token: undefined }
}

function readGoogle(response: Fields): Submission {
  const payload = Object.entries(toFields(response['payload']))
  return {
    fields: payload.map(([key, value]) => ({ key, label: key, type: '', value: toText(value) })),
    files: [],
    eventId: toText(response['id']) || undefined,
    token: undefined,
  }
}

function readFieldData(body: Fields): Submission {
  const fields = toList(body['field_data']).map((field) => ({
    key: toText(field['name']),
    label: toText(field['name']),
    type: '',
    value: toText(field['values']),
  }))
  return { fields, files: [], eventId: toText(body['id']) || undefined, token: undefined }
}

function toHidden(hidden: unknown): SubmissionField[] {
  return Object.entries(toFields(hidden)).map(([key, value]) => ({
    key,
    label: key,
    type: 'hidden',
    value: toText(value),
  }))
}

function toFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : {}
}

function toList(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(toFields) : []
}

/** Converts a value to storable text: lists joined, objects as JSON, empty if absent or nested too deeply. */
function toText(value: unknown): string {
  const flat = flattenFields([['value', Array.isArray(value) ? value.filter(isGiven) : value]])
  if (!flat.fields) return ''
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? flat.fields.map((field) => field.value).join(', ')
    : (flat.fields[0]?.value ?? '')
}

function isGiven(value: unknown): boolean {
  return value !== null && value !== undefined
}
