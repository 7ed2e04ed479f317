/** Every format of exported lists: a CSV file for spreadsheets, or a JSON object per line for programs. */
export const EXPORT_FORMATS = ['csv', 'ndjson'] as const

/** A format of exported lists. */
export type ExportFormat = (typeof EXPORT_FORMATS)[number]
