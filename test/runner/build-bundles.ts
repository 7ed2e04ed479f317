import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

/** What to bundle: the name of each bundle and what it starts from, and the packages that stay outside. */
type Bundles = { folder: string; input: Record<string, string>; external?: string[] }

/**
 * Bundles modules of `root` for Node, each entry of `input` as `NAME.mjs` in `folder`, with what they have in common in
 * further files. Our modules keep their own `import.meta.url`, and find the files beside them.
 */
export async function buildBundles(root: string, bundles: Bundles): Promise<void> {
  // Loaded only when it is needed: loading it takes as long as all of a short test file.
  const { build } = await import('vite')
  const { NODE_ENV } = process.env
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [keepUrls()],
    ssr: { noExternal: true, external: bundles.external ?? [] },
    build: {
      ssr: true,
      outDir: bundles.folder,
      minify: false,
      rolldownOptions: {
        input: bundles.input,
        output: { entryFileNames: '[name].mjs', chunkFileNames: 'part-[hash].mjs' },
      },
    },
  })
  // Vite sets it for itself, and with `production` npm installs fewer packages in a test.
  if (NODE_ENV === undefined) delete process.env['NODE_ENV']
  else process.env['NODE_ENV'] = NODE_ENV
}

const OWN_URL = /\bimport\.meta\.(url|dirname|filename)\b/g

/** Writes the address of each of our modules into it. */
function keepUrls(): Plugin {
  return {
    name: 'keep-urls',
    enforce: 'pre',
    transform(code, id) {
      if (id.includes('/node_modules/') || !code.includes('import.meta.')) return undefined
      const own = { url: pathToFileURL(id).href, dirname: dirname(id), filename: id }
      const replaced = code.replaceAll(OWN_URL, (_, key) => JSON.stringify(own[key as 'url']))
      return { code: replaced, map: null }
    },
  }
}
