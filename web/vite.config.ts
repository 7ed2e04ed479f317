import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'
import { compression } from 'vite-plugin-compression2'

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

/** How the web app is built, and served while it is worked on. */
export default defineConfig({
  root: import.meta.dirname,
  define: { EMOJI_PATH: JSON.stringify(EMOJI_PATH) },
  plugins: [
    react(),
    serveEmoji(),
    compression({ algorithms: ['gzip', 'brotliCompress'], include: /\.(js|css|svg|html|json)$/ }),
  ],
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
  },
  server: { proxy: { '/api': API_URL, '/media': API_URL, '/docs': API_URL } },
})
