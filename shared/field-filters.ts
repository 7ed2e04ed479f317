/** A condition of a filter by custom fields: the field has one of the values, or a value in one of the ranges. */
export type FieldCondition = { key: string; values: string[] }

/**
 * Splits a filter by custom fields, such as `plan:gold,silver;age:18..30`, into its conditions, without checking them: keys and
 * values can be empty. A backslash before one of `,`, `;`, `:` and `\` makes it a part of the text.
 */
export function splitFieldFilter(text: string): FieldCondition[] {
  return split(text, ';')
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const [key = '', ...rest] = split(part, ':')
      return { key: unescape(key), values: split(rest.join(':'), ',').map(unescape) }
    })
}

/** Returns the text of a filter, which `splitFieldFilter` reads. */
export function writeFieldFilter(conditions: readonly FieldCondition[]): string {
  return conditions
    .map(({ key, values }) => `${escape(key)}:${values.map(escape).join(',')}`)
    .join(';')
}

/** Splits a text at a sign that no backslash precedes. */
function split(text: string, sign: string): string[] {
  const parts = ['']
  for (const token of text.match(/\\[^]|[^]/gu) ?? []) {
    if (token === sign) parts.push('')
    else parts[parts.length - 1] += token
  }
  return parts
}

function escape(text: string): string {
  return text.replaceAll(/[,;:\\]/g, '\\$&')
}

function unescape(text: string): string {
  return text.trim().replaceAll(/\\([,;:\\])/g, '$1')
}
