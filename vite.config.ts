import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { cspHashes } from './src/scripts/vite/csp-hashes.ts'
import { hashContract, readEndpointPolicies } from './src/scripts/vite/endpoint-policies.ts'
import { manifest } from './src/scripts/vite/manifest.ts'
import { precompress } from './src/scripts/vite/precompress.ts'
import { preloadApp } from './src/scripts/vite/preload-app.ts'

/** The words of the first page (`FIRST_AREAS` in src/client/lib/words.ts), in Persian, which a first visit gets. */
const FIRST_WORDS = ['shell', 'ui', 'coins', 'home', 'otc']
const server = `http://127.0.0.1:${process.env.PORT ?? 4300}`

export default defineConfig({
  define: {
    __CONTRACT_HASH__: JSON.stringify(await hashContract()),
    'import.meta.env.ENDPOINT_POLICIES': JSON.stringify(await readEndpointPolicies()),
  },
  plugins: [
    tanstackRouter({
      target: 'react',
      routesDirectory: './src/client/routes',
      generatedRouteTree: './src/client/app/route-tree.gen.ts',
      autoCodeSplitting: true,
      addExtensions: true,
      quoteStyle: 'single',
      semicolons: false,
      disableLogging: true,
    }),
    react(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      injectRegister: false,
      manifest,
      manifestFilename: 'manifest.webmanifest',
      // The icons of the manifest are for the system, which fetches them itself when the app is installed.
      includeManifestIcons: false,
      injectManifest: {
        globPatterns: ['**/*.{js,css,html,svg,woff2}'],
        minify: true,
        sourcemap: false,
      },
      devOptions: { enabled: true, type: 'module' },
    }),
    cspHashes(),
    preloadApp(['src/client/app/start-app.tsx', ...FIRST_WORDS.map((area) => `src/client/locales/fa/${area}.ts`)]),
    precompress(),
  ],
  build: {
    outDir: 'dist',
    reportCompressedSize: false,
    // The packages are one file on purpose; tests/e2e/first-load.test.ts weighs it.
    chunkSizeWarningLimit: 700,
    // The first page is preloaded by name; the worker has fetched the others by the time somebody goes there.
    modulePreload: false,
    rolldownOptions: {
      // The app is an entry beside the page's own, which imports it after the first paint: what it needs is then known as
      // `$initial`. Bundled by itself, the first page would be fifty files.
      input: ['index.html', 'src/client/app/start-app.tsx'],
      output: {
        codeSplitting: {
          groups: [
            // Vite's own helper, which the page's entry needs before the app.
            { name: 'import', test: 'vite/preload-helper' },
            { name: 'packages', tags: ['$initial'], test: /node_modules/ },
            { name: 'app', tags: ['$initial'], test: /\/src\/(?!client\/app\/main)/ },
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/api': server, '/udf': server, '/sandbox': server },
  },
})
