/** Writes the API descriptions to `docs/openapi/`; with `--release` also the copy that later changes are compared with. */
import { writeFile } from 'node:fs/promises'
import { DESCRIPTIONS, describeApi } from './describe-api.ts'

const texts = await describeApi()
const files = {
  ...texts,
  ...(process.argv.includes('--release') && { 'released.yaml': texts['api.yaml']! }),
}
for (const [name, text] of Object.entries(files))
  await writeFile(new URL(`../${DESCRIPTIONS}/${name}`, import.meta.url), text)
