import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { cspHashes } from './src/scripts/vite/csp-hashes.ts'
import { hashContract } from './src/scripts/vite/hash-contract.ts'
import { manifest } from './src/scripts/vite/manifest.ts'
import { precachedFiles } from './src/scripts/vite/precached-files.ts'
import { precompress } from './src/scripts/vite/precompress.ts'
import { noSummaries, plainImports } from './src/scripts/vite/smaller-first-page.ts'
import { startAfterPaint } from './src/scripts/vite/start-after-paint.ts'
import { staticImports } from './src/scripts/vite/static-imports.ts'
import { wordsFile } from './src/scripts/vite/words-file.ts'

const precached = precachedFiles()
const tradePage = staticImports(['src/client/features/trade/trade-page.tsx'])
/** What a user's pages of the bottom bar need: parts of all others are in another file. */
const barPages = staticImports([
  'src/client/features/trade/trade-page.tsx',
  'src/client/features/markets/markets-page.tsx',
  'src/client/features/markets/markets-preview.tsx',
  'src/client/features/wallet/wallet-page.tsx',
  'src/client/features/shell/user-menu.tsx',
  'src/client/app/follow-user.ts',
])

const SHARED =
  /\/src\/(client\/(entities|ui|lib)\/|client\/features\/shell\/profile-pages|domain\/|contract\/(?!operations|udf|words|audit))/
const TRADE = /\/src\/client\/(features\/trade|entities)\/|@tanstack\/react-query/
const REQUESTS =
  /\/client\/(routes\/-requests|features\/(history\/history\.queries|trade\/(market\.queries|chart\/(chart\.queries|bar-feed))))/
const USER =
  /\/client\/(app\/(follow-user|live-)|features\/shell\/(user-menu|exit-sheet)|lib\/push-device|entities\/(notification\/|order\/(order-toasts|follow-endings)))/
const MARKS = /\/client\/entities\/(market\/(favourite|market-mark|market-buttons)|price-alert\/price-alert-bell)/
const server = `http://127.0.0.1:${process.env.PORT ?? 4300}`

export default defineConfig({
  define: {
    __CONTRACT_HASH__: JSON.stringify(await hashContract()),
  },
  resolve: {
    alias: [
      // Its main file is written for browsers of 2015: 900 bytes more.
      { find: /^workbox-window$/, replacement: 'workbox-window/build/workbox-window.prod.mjs' },
      // React has the hook itself.
      { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
    ],
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
    plainImports(),
    noSummaries(),
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
        manifestTransforms: [(entries) => ({ manifest: entries.filter(({ url }) => precached.has(url)) })],
        minify: true,
        sourcemap: false,
      },
      devOptions: { enabled: true, type: 'module' },
    }),
    precached.plugin,
    tradePage.plugin,
    barPages.plugin,
    cspHashes(),
    startAfterPaint({
      // The first visit is in Persian.
      app: ['src/client/app/start-app.tsx', 'src/client/locales/fa/shell.ts'],
      page: {
        below: '/profile/trade/',
        modules: [
          'src/client/features/trade/trade-page.tsx',
          'src/client/routes/profile.tsx?tsr-split=component',
          'src/client/routes/profile.trade.$tradeTo.$tradeFrom.tsx?tsr-split=component',
          'src/client/routes/-requests.ts',
          'src/client/app/own-answers.ts',
          'src/client/locales/{language}/trade.ts',
        ],
      },
    }),
    precompress(),
  ],
  build: {
    outDir: 'dist',
    reportCompressedSize: false,
    // The packages are one file on purpose; tests/e2e/first-load.test.ts weighs it.
    chunkSizeWarningLimit: 700,
    // The first page is preloaded by name; what a page needs beside the shared files is known from its own first line.
    modulePreload: false,
    rolldownOptions: {
      // No getter of a package has an effect: what is only read is left out, 400 bytes of the first page.
      treeshake: {
        propertyReadSideEffects: false,
        // Emotion imports it for a function that nobody calls: 900 bytes of the first page.
        moduleSideEffects: [{ test: /node_modules\/(hoist-non-react-statics|react-is)\//, sideEffects: false }],
      },
      // The app is an entry beside the page's own, which imports it after the first paint: what it needs is then known as
      // `$initial`. Bundled by itself, the first page would be fifty files.
      input: ['index.html', 'src/client/app/start-app.tsx'],
      output: {
        codeSplitting: {
          groups: [
            // Vite's own helper and ours, which the page's entry needs before the app.
            { name: 'import', test: /vite\/preload-helper|client\/lib\/next-task/ },
            // A browser compiles a file in one go: in one file, the packages would hold up a phone for 170 ms.
            { name: 'react', tags: ['$initial'], test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: 'tanstack', tags: ['$initial'], test: /node_modules\/@tanstack/ },
            { name: 'chakra', tags: ['$initial'], test: /node_modules\/(@chakra-ui|@emotion|@pandacss|stylis)/ },
            { name: 'packages', tags: ['$initial'], test: /node_modules/ },
            { name: 'theme', test: /\/src\/client\/ui\/theme/ },
            { name: 'app', tags: ['$initial'], test: /\/src\/(?!client\/app\/main)/ },
            {
              name: wordsFile,
              test: /\/src\/(client\/locales|contract\/words)\/(fa|en)\//,
              // Some take words of the contract that other files take, too.
              includeDependenciesRecursively: false,
            },
            // The form of quick trade, which the first page asks for after its price; its fields are those of other pages too.
            {
              name: 'decimal-field',
              test: /\/(client\/(ui\/(decimal-field|form\.tsx)|entities\/wallet\/wallets)|domain\/quick-trade)/,
            },
            { name: 'quick-trade', test: /\/features\/otc\/quick-trade-form/ },
            // What several pages share comes in few files: an icon each would be a hundred requests.
            { name: 'icons', test: /node_modules\/lucide-react/, minShareCount: 2 },
            // Chakra's components and the fields made of them, for the pages that have one.
            {
              name: 'fields',
              test: /node_modules\/@(ark-ui|zag-js|chakra-ui)|\/client\/ui\/select-field/,
              minShareCount: 4,
            },
            { name: 'shared', test: (id) => SHARED.test(id) && barPages.has(id), minShareCount: 3 },
            { name: 'requests', test: REQUESTS },
            { name: 'more', test: SHARED, minShareCount: 4 },
            // The parts of the trade page that its later parts and other pages have, too.
            { name: 'trade-page', test: (id) => TRADE.test(id) && tradePage.has(id), minShareCount: 2 },
            // Every page of a user asks for these right after its own.
            { name: 'user', test: USER },
            { name: 'marks', test: MARKS },
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/api': server, '/udf': server, '/sandbox': server },
  },
})
