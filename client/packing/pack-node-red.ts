import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { listFiles } from './list-files.ts'
import { packTar } from './pack-tar.ts'

/** Returns the npm package of the Node-RED nodes in `source`, with the TypeScript client bundled as `dist/client.js`. */
export async function packNodeRed(source: string, license: Uint8Array): Promise<Uint8Array> {
  const files: Record<string, Uint8Array> = { LICENSE: license }
  const paths = listFiles(join(source, 'nodes')).map((path) => `nodes/${path}`)
  for (const path of ['package.json', 'README.md', ...paths])
    files[path] = readFileSync(join(source, path))
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    root: source,
    build: {
      lib: { entry: join(source, 'client.ts'), formats: ['cjs'] },
      write: false,
      minify: false,
      target: 'node20',
    },
  })
  for (const { output } of [built].flat().filter((each) => 'output' in each))
    files['dist/client.js'] = Buffer.from(output[0].code)
  return packTar('package', files)
}
