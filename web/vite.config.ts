import { readFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import compileMessage from 'icu-minify/compile'
import { build, defineConfig, Visitor } from 'vite'
import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'
import { packClients } from '../client/packing/pack-clients.ts'
import { FONT_FAMILY, writeVariables } from './lib/foundations.ts'
import { PHONE_FORMATS } from './lib/phone-formats.ts'

/** The API that `vite web` forwards requests to. */
const API_URL = process.env['API_URL'] ?? 'http://localhost:3000'

const packages = createRequire(import.meta.url)
const { version } = packages('emojibase-data/package.json') as { version: string }
/** The path of the emoji names. It contains the version, so that caches refresh when the data changes. */
const EMOJI_PATH = `/assets/emoji-${version}`

/** Serves the emoji names in the app's languages from the app itself, so that no other host is called. */
function serveEmoji(): Plugin {
  const read = (name: string) => readFileSync(packages.resolve(`emojibase-data/${name}`))
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

/** Puts the licence of the letters beside them, as it asks for. */
function licenseLetters(): Plugin {
  return {
    name: 'license-letters',
    generateBundle() {
      const path = packages.resolve('@fontsource-variable/ibm-plex-sans/package.json')
      const source = readFileSync(join(path, '../LICENSE'))
      this.emitFile({ type: 'asset', fileName: 'assets/ibm-plex-sans-license.txt', source })
    },
  }
}

/**
 * Writes the font faces of the app's style sheet to `fonts.css`, with the family as `--letters`, for pages that are not the app's: the
 * documentation and the simulator. Both load the files of the app.
 */
function shareLetters(): Plugin {
  return {
    name: 'share-letters',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const styles = Object.values(bundle)
          .filter((file) => file.type === 'asset' && file.fileName.endsWith('.css'))
          .map((file) => String((file as Rolldown.OutputAsset).source))
          .join('')
        const faces = styles.match(/@font-face\s*\{[^}]*\}/g) ?? []
        if (faces.length === 0) this.error('The styles of the app have no fonts to share.')
        const source = [`:root{--letters:${FONT_FAMILY}}`, ...faces].join('\n')
        // Relative addresses: the simulator has the files in another folder.
        this.emitFile({
          type: 'asset',
          fileName: 'fonts.css',
          source: source.replaceAll('url(/', 'url('),
        })
      },
    },
  }
}

const VARIABLES = 'virtual:foundations.css'

/** Serves the CSS variables of the foundations as a style sheet, so that no script computes them in the browser. */
function serveVariables(): Plugin {
  return {
    name: 'serve-variables',
    resolveId: (id) => (id === VARIABLES ? `\0${VARIABLES}` : undefined),
    load: (id) => (id === `\0${VARIABLES}` ? writeVariables() : undefined),
  }
}

const TEXTS = /[\\/]web[\\/]text[\\/](?:[\w-]+[\\/])?(en|hi)\.ts$/

/** Compiles the texts, so that browsers don't load and run the parser of the ICU message format. */
function compileTexts(): Plugin {
  return {
    name: 'compile-texts',
    transform: {
      order: 'post',
      filter: { id: TEXTS },
      handler(code) {
        const parts: string[] = []
        let end = 0
        new Visitor({
          Literal({ value, start, end: literalEnd }) {
            const compiled = typeof value === 'string' ? compileMessage(value) : ''
            if (typeof compiled === 'string') return
            parts.push(code.slice(end, start), JSON.stringify(compiled))
            end = literalEnd
          },
          TemplateElement({ value }) {
            if (typeof compileMessage(value.raw) !== 'string')
              throw new Error(`A text with arguments must be one literal: ${value.raw}`)
          },
        }).visit(this.parse(code))
        return { code: parts.join('') + code.slice(end), map: null }
      },
    },
  }
}

/** Replaces the table of phone formats by its value, so that browsers don't load the library that it is read from. */
function inlinePhoneFormats(): Plugin {
  return {
    name: 'inline-phone-formats',
    transform: {
      filter: { id: /[\\/]web[\\/]lib[\\/]phone-formats\.ts$/ },
      handler: () =>
        `export const PHONE_FORMATS = JSON.parse(${JSON.stringify(JSON.stringify(PHONE_FORMATS))})`,
    },
  }
}

const pathOfStyles = new Map<string, string>()

/** Names a class by its file and its own name. Unlike a hash, such a name compresses well. */
function nameClass(name: string, path: string): string {
  const file = basename(path, '.module.css')
  const known = pathOfStyles.get(file) ?? path
  if (known !== path) throw new Error(`Two style sheets have the same name: ${known}, ${path}`)
  pathOfStyles.set(file, path)
  return `${file}_${name}`
}

/** The shell and the inbox, which most visits open first: their code loads beside the app's own, not after it. */
const FIRST_SCREEN = /[\\/]web[\\/](app[\\/]shell|features[\\/]inbox[\\/]inbox-page)\.tsx$/

function findFirstChunks(bundle: Rolldown.OutputBundle): Rolldown.OutputChunk[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  return chunks.filter(({ name }) => name === 'index' || name === 'inbox')
}

function toLink(attrs: Record<string, string>): HtmlTagDescriptor {
  return { tag: 'link', attrs: { ...attrs, crossorigin: true }, injectTo: 'head' }
}

/** Preloads the code of the first screen, and lets the browser compile the code ahead of use. */
function preloadFirstScreen(): Plugin {
  return {
    name: 'preload-first-screen',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        findFirstChunks(bundle)
          .filter((chunk) => !chunk.isEntry)
          .map(({ fileName }) => toLink({ rel: 'modulepreload', href: `/${fileName}` })),
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        // Nearly all of it runs on load. With this hint Chromium compiles it on another thread instead of lazily.
        // https://v8.dev/blog/explicit-compile-hints
        for (const chunk of findFirstChunks(bundle))
          chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`
      },
    },
  }
}

/** The names of a component's classes, and its styles, in the component library. */
const CLASSES = /[\\/]@mantine[\\/]core[\\/]esm[\\/].*?(\w+)\.module\.mjs$/
const STYLES = /[\\/]@mantine[\\/]core[\\/]styles[\\/](\w+)\.layer\.css/

/** Fails if the styles of a used component are not loaded, or if loaded ones belong to none. */
function compareStyles(): Plugin {
  const namesIn = (ids: Iterable<string>, pattern: RegExp) =>
    new Set([...ids].flatMap((id) => pattern.exec(id)?.[1] ?? []))
  return {
    name: 'compare-styles',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const used = namesIn(
        chunks.flatMap((chunk) => Object.keys(chunk.modules)),
        CLASSES,
      )
      // The base of all components has no class names. Its other files have names with a hyphen or in lower case.
      const loaded = [...namesIn(this.getModuleIds(), STYLES)].filter((name) => /^[A-Z]/.test(name))
      const wrong = [...used.symmetricDifference(new Set(loaded))]
      if (wrong.length > 0)
        this.error(
          `web/app/mantine-styles.ts: add what is missing, remove what is unused: ${wrong.join(', ')}`,
        )
    },
  }
}

/** Builds the widget of web chats, one script without a module, which the ingest server serves. */
function buildWidget(): Plugin {
  return {
    name: 'build-widget',
    apply: 'build',
    async generateBundle() {
      const built = await build({
        configFile: false,
        root: import.meta.dirname,
        publicDir: false,
        logLevel: 'warn',
        build: {
          write: false,
          target: ['chrome111', 'firefox114', 'safari16.4'],
          lib: {
            entry: join(import.meta.dirname, 'widget/main.ts'),
            formats: ['iife'],
            name: 'ParleyWidget',
          },
        },
      })
      const [{ output }] = [built].flat() as [Rolldown.RolldownOutput]
      this.emitFile({ type: 'asset', fileName: 'chat.js', source: output[0].code })
    },
  }
}

/** Writes the packages of the clients, which the documentation offers. */
function packDownloads(): Plugin {
  return {
    name: 'pack-downloads',
    apply: 'build',
    async generateBundle() {
      for (const [name, source] of Object.entries(await packClients()))
        this.emitFile({ type: 'asset', fileName: `downloads/${name}`, source })
    },
  }
}

/**
 * The quality of Brotli. 9 takes a tenth of the time of 11, which is half of a build, for 8 % more bytes: `npm start` builds with it.
 */
const BROTLI = {
  [constants.BROTLI_PARAM_QUALITY]: Number(process.env['BROTLI_QUALITY'] ?? 11),
}

/** Writes gzip and Brotli copies of the built files, which the server sends as they are. */
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
          await writeFile(`${path}.br`, await promisify(brotliCompress)(plain, { params: BROTLI }))
        }),
      )
    },
  }
}

/** Builds the web app, and serves it during development. */
export default defineConfig({
  root: import.meta.dirname,
  define: { EMOJI_PATH: JSON.stringify(EMOJI_PATH) },
  plugins: [
    react(),
    compileTexts(),
    inlinePhoneFormats(),
    serveEmoji(),
    serveVariables(),
    licenseLetters(),
    shareLetters(),
    preloadFirstScreen(),
    compareStyles(),
    buildWidget(),
    packDownloads(),
    precompress(),
  ],
  resolve: {
    alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' },
  },
  css: { modules: { generateScopedName: nameClass } },
  build: {
    outDir: 'dist',
    target: ['chrome120', 'firefox121', 'safari17.4'],
    modulePreload: { polyfill: false },
    // One style sheet: a part that is loaded again after a network error finds its styles already there.
    cssCodeSplit: false,
    // The Content-Security-Policy allows no `data:` URLs for fonts and scripts, so no asset is inlined.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    reportCompressedSize: false,
    rolldownOptions: {
      experimental: { lazyBarrel: true },
      output: {
        // On a slow machine a request costs more than its bytes: the first screen is two files.
        codeSplitting: {
          groups: [
            { name: 'index', tags: ['$initial'], priority: 3 },
            { name: 'inbox', test: FIRST_SCREEN, priority: 2 },
            { name: 'thread', test: /[\\/](thread-pane\.tsx|own-drafts-live\.ts)$/, priority: 1 },
            // A page asks for each file that it needs, so what most pages share is also in few files.
            { name: 'ui', test: /[\\/]node_modules[\\/]/, minShareCount: 14 },
            {
              name: 'shared',
              test: /[\\/](web[\\/](components|lib)|shared)[\\/]/,
              minShareCount: 4,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/api': API_URL, '/media': API_URL, '/docs': API_URL, '/fonts.css': API_URL },
  },
})
