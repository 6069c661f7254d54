import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { hashContract, readEndpointPolicies } from './.vite/endpoint-policies.ts'
import { leanBundle } from './.vite/lean-bundle.ts'
import { manifest } from './.vite/manifest.ts'
import { cspHashes } from './.vite/plugins/csp-hashes.ts'
import { leanImports } from './.vite/plugins/lean-imports.ts'
import { precompress } from './.vite/plugins/precompress.ts'
import { preloadApp } from './.vite/plugins/preload-app.ts'
import { styleSystem } from './.vite/plugins/style-system.ts'

const server = `http://127.0.0.1:${process.env.PORT ?? 4300}`

export default defineConfig(async () => ({
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
    leanImports(),
    styleSystem({ sources: 'src/client' }),
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
    preloadApp({
      modules: [
        'src/client/lib/words.ts',
        'src/client/app/start-app.tsx',
        // Persian is what a first visit gets.
        'src/client/locales/fa/shell.ts',
      ],
    }),
    precompress(),
  ],
  build: { outDir: 'dist', reportCompressedSize: false, ...leanBundle },
  server: {
    proxy: { '/api': server, '/udf': server, '/sandbox': server },
  },
}))
