import { AppError } from '#lib/errors.ts'

/** Returns the error for a path that does not exist, or that the caller must not know to exist. `suggestion`: a path that may be meant. */
export function routeNotFound(method: string, url: string, suggestion?: string): AppError {
  const hint = suggestion === undefined ? '' : ` Did you mean ${suggestion}?`
  return new AppError(
    'route_not_found',
    `${method} ${url.split('?', 1)[0]!} does not exist.${hint}`,
  )
}
