import { AppError } from '#lib/errors.ts'
import { flattenFields, FORM_CAPS, parseForm } from '#lib/form-body.ts'
import type { FormResult } from '#lib/form-body.ts'
import { readProviderShape } from './provider-shapes.ts'
import { MULTIPART } from './submission.ts'
import type { StoredMultipart, Submission, SubmissionField } from './submission.ts'

const TOKEN_FIELD = 'form_token'

/**
 * Parses the submission in a body: JSON (flat, or in a provider's shape), urlencoded, or multipart in its stored form.
 * JSON is also recognised under a wrong type, which scripts and beacons send.
 *
 * @throws {AppError} malformed_json, unsupported_media_type, validation_failed
 */
export function readSubmission(contentType: string | undefined, body: Buffer): Submission {
  const type = (contentType ?? '').split(';', 1)[0]!.trim().toLowerCase()
  if (body.length === 0) return { fields: [], files: [], eventId: undefined, token: undefined }
  if (type === MULTIPART) {
    const stored = JSON.parse(body.toString('utf8')) as StoredMultipart
    return toSubmission(flattenFields(stored.fields), stored.files)
  }
  const json = looksLikeJson(type, body) ? parse(body) : undefined
  const shaped = readProviderShape(json)
  if (shaped) {
    checkCaps(shaped.fields)
    return shaped
  }
  const isPlainJson = typeof json === 'object' && json !== null
  return toSubmission(
    isPlainJson ? parseForm('application/json', body) : parseForm(contentType, body),
  )
}

function looksLikeJson(type: string, body: Buffer): boolean {
  if (/^(application|text)\/([\w.-]+\+)?json$/.test(type)) return true
  const isLoose = ['', 'text/plain', 'application/x-www-form-urlencoded'].includes(type)
  return isLoose && /^\s*\{/.test(body.toString('latin1', 0, 64))
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

function toSubmission(result: FormResult, files: string[] = []): Submission {
  if (!result.fields)
    throw new AppError(
      result.problem === 'malformed_body'
        ? 'malformed_json'
        : result.problem === 'unsupported_media_type'
          ? 'unsupported_media_type'
          : 'validation_failed',
      result.message,
      { fields: [{ field: '', code: result.problem, message: result.message }] },
    )
  const fields = ungroup(result.fields)
  const token = fields.find((field) => field.key === TOKEN_FIELD)?.value
  return {
    fields: fields.filter((field) => field.key !== TOKEN_FIELD),
    files,
    eventId: undefined,
    token: token || undefined,
  }
}

/**
 * Merges `fields[email][type]`, `…[title]` and `…[value]` into one field each, as the page builder Elementor sends
 * them; its `form[…]` and `meta[…]` describe the page, not the visitor.
 */
function ungroup(fields: { key: string; value: string }[]): SubmissionField[] {
  const groups = new Map<string, Map<string, string>>()
  const plain: SubmissionField[] = []
  for (const { key, value } of fields) {
    const match = /^(fields|form|meta)\[([^\]]*)\](?:\[([^\]]*)\])?$/.exec(key)
    if (!match) plain.push({ key, label: key, type: '', value })
    else if (match[1] === 'fields') {
      const id = match[2]!
      groups.set(id, (groups.get(id) ?? new Map()).set(match[3] ?? 'value', value))
    }
  }
  for (const [id, parts] of groups)
    plain.push({
      key: id,
      label: parts.get('title') || id,
      type: parts.get('type') ?? '',
      value: parts.get('value') ?? parts.get('raw_value') ?? '',
    })
  return plain
}

function checkCaps(fields: SubmissionField[]): void {
  const isOver =
    fields.length > FORM_CAPS.fieldsMax ||
    fields.some((field) => field.value.length > FORM_CAPS.valueCharactersMax)
  if (isOver) throw new AppError('validation_failed', 'The form is too large.')
}
