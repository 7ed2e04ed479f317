import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compression } from 'vite-plugin-compression2'

/** Where `vite web` finds the API while it serves the app itself. */
const API_URL = process.env['API_URL'] ?? 'http://localhost:3000'

/** How the web app is built, and served while it is worked on. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    compression({ algorithms: ['gzip', 'brotliCompress'], include: /\.(js|css|svg|html|json)$/ }),
  ],
  build: {
    outDir: 'dist',
    target: ['chrome120', 'firefox121', 'safari17.4'],
    modulePreload: { polyfill: false },
    // The Content-Security-Policy takes no data: fonts or scripts.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    reportCompressedSize: false,
  },
  server: { proxy: { '/api': API_URL, '/media': API_URL, '/docs': API_URL } },
})
