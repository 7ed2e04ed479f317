import { parse } from 'yaml'
import { openApi } from './open-api.ts'
import { writeErrorCatalogue, writeEventCatalogue } from './write-catalogues.ts'

/** The description for API keys, from the repository's root. */
export const KEY_DESCRIPTION = 'docs/openapi/api.yaml'

/** The files of descriptions, and the routes that serve them. */
const FILES = {
  [KEY_DESCRIPTION]: '/openapi.yaml',
  'docs/openapi/sessions.yaml': '/openapi-sessions.yaml',
}

/**
 * Returns the API descriptions that a server with the default settings serves, and the catalogues of events and errors,
 * by the path of their file. Needs no database.
 */
export function describeApi(): Promise<Record<string, string>> {
  return openApi(async (app) => {
    const texts: Record<string, string> = {}
    for (const [name, path] of Object.entries(FILES)) {
      const response = await app.inject(path)
      if (response.statusCode !== 200) throw new Error(`${path} answered ${response.statusCode}`)
      // The committed file does not change with each commit.
      texts[name] = response.body.replace(/^ {2}x-build: .*\n/m, '')
    }
    texts['docs/events.md'] = writeEventCatalogue()
    texts['docs/errors.md'] = writeErrorCatalogue(parse(texts[KEY_DESCRIPTION]!) as object)
    return texts
  })
}
