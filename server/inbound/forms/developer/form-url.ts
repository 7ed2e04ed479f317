import type { Context } from '#db/context.ts'

/** Returns the URL for posts to a form with this token. */
export function formUrl({ config }: Pick<Context, 'config'>, token: string): string {
  return `${config.ingestUrl}/webhook/form/${token}`
}
