/**
 * Writes the API descriptions to `docs/openapi/`, and the catalogues of events and errors to `docs/`; with `--release` also
 * the copy that later changes are compared with.
 */
import { writeFile } from 'node:fs/promises'
import { KEY_DESCRIPTION, describeApi } from './describe-api.ts'

const texts = await describeApi()
const files = {
  ...texts,
  ...(process.argv.includes('--release') && {
    'docs/openapi/released.yaml': texts[KEY_DESCRIPTION]!,
  }),
}
for (const [path, text] of Object.entries(files))
  await writeFile(new URL(`../${path}`, import.meta.url), text)
