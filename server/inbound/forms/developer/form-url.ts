import type { Context } from '#context.ts'

/** Where a form with this token posts to. */
export function formUrl({ config }: Pick<Context, 'config'>, token: string): string {
  return `${config.ingestUrl}/webhook/form/${token}`
}
