import { readFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Plugin, Rolldown } from 'vite'

/** Where `vite web` finds the API while it serves the app itself. */
const API_URL = process.env['API_URL'] ?? 'http://localhost:3000'

const emojiData = createRequire(import.meta.url)
const { version } = emojiData('emojibase-data/package.json') as { version: string }
/** Where the words of emoji are served. The version makes it another address when they change. */
const EMOJI_PATH = `/assets/emoji-${version}`

/** Puts the words of emoji, in the languages of the app, beside the built app: no other host is asked. */
function serveEmoji(): Plugin {
  const read = (name: string) => readFileSync(emojiData.resolve(`emojibase-data/${name}`))
  const names = ['en', 'hi'].flatMap((each) => [`${each}/data.json`, `${each}/messages.json`])
  return {
    name: 'serve-emoji',
    generateBundle() {
      for (const name of names)
        this.emitFile({
          type: 'asset',
          fileName: `${EMOJI_PATH.slice(1)}/${name}`,
          source: read(name),
        })
    },
    configureServer({ middlewares }) {
      middlewares.use(EMOJI_PATH, (request, response, next) => {
        const name = request.url?.slice(1)
        if (!name || !names.includes(name)) return next()
        response.setHeader('content-type', 'application/json').end(read(name))
      })
    },
  }
}

/** What most people come for: its code is fetched beside the app's own, not after it. */
const FIRST_PARTS = /[\\/]web[\\/](app[\\/]shell|features[\\/]inbox[\\/]inbox-page)\.tsx$/

function findFirstParts(bundle: Rolldown.OutputBundle): Rolldown.OutputChunk[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  return chunks.filter(({ name }) => name === 'index' || name === 'inbox')
}

/** Brings the code of the first parts to the page as early as can be. */
function hurryFirstParts(): Plugin {
  return {
    name: 'hurry-first-parts',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        findFirstParts(bundle)
          .filter((chunk) => !chunk.isEntry)
          .map(({ fileName }) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${fileName}` },
            injectTo: 'head' as const,
          })),
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        // Nearly all of it runs at once: so told, Chromium compiles it beside the page, not piece by piece in it.
        // https://v8.dev/blog/explicit-compile-hints
        for (const chunk of findFirstParts(bundle))
          chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`
      },
    },
  }
}

/** Puts compressed copies beside the built files, for the server to send as they are. */
function precompress(): Plugin {
  let dir = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved: ({ root, build }) => {
      dir = resolve(root, build.outDir)
    },
    async closeBundle() {
      const names = await readdir(dir, { recursive: true })
      const texts = names.filter((name) => /\.(js|css|svg|html|json)$/.test(name))
      await Promise.all(
        texts.map(async (name) => {
          const path = join(dir, name)
          const plain = await readFile(path)
          await writeFile(`${path}.gz`, await promisify(gzip)(plain, { level: 9 }))
          await writeFile(`${path}.br`, await promisify(brotliCompress)(plain))
        }),
      )
    },
  }
}

/** How the web app is built, and served while it is worked on. */
export default defineConfig({
  root: import.meta.dirname,
  define: { EMOJI_PATH: JSON.stringify(EMOJI_PATH) },
  plugins: [react(), serveEmoji(), hurryFirstParts(), precompress()],
  build: {
    outDir: 'dist',
    target: ['chrome120', 'firefox121', 'safari17.4'],
    modulePreload: { polyfill: false },
    // A part that is fetched again after a break finds its styles there already.
    cssCodeSplit: false,
    // The Content-Security-Policy takes no data: fonts or scripts.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // A request costs a slow machine more than its bytes: what is needed first comes in two files.
        codeSplitting: {
          groups: [
            { name: 'index', tags: ['$initial'], priority: 2 },
            { name: 'inbox', test: FIRST_PARTS, priority: 1 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': API_URL, '/media': API_URL, '/docs': API_URL } },
})
