/** Bundles the TypeScript client into `dist/client.js`, which the nodes load: `node build.ts [folder]`. */
import { join } from 'node:path'
import { build } from 'vite'

await build({
  configFile: false,
  logLevel: 'warn',
  root: import.meta.dirname,
  build: {
    lib: { entry: join(import.meta.dirname, 'client.ts'), formats: ['cjs'] },
    rollupOptions: { output: { entryFileNames: 'client.js' } },
    outDir: process.argv[2] ?? join(import.meta.dirname, 'dist'),
    minify: false,
    target: 'node20',
    emptyOutDir: true,
  },
})
