import type { Plugin } from 'vite'

/**
 * Vite's own helper waits for stylesheets of a chunk; no chunk has one, since Emotion writes the styles. The event is Vite's: `registerWorker` looks for
 * a newer build after it.
 */
const HELPER = `export const __vitePreload = (load) =>
  load().catch((error) => {
    dispatchEvent(new Event('vite:preloadError'))
    throw error
  })`

/** Replaces Vite's helper around each dynamic import: 800 bytes of the first page. */
export function plainImports(): Plugin {
  return {
    name: 'kimia:plain-imports',
    apply: 'build',
    enforce: 'pre',
    load: { filter: { id: /vite\/preload-helper\.js$/ }, handler: () => HELPER },
  }
}

/** A property of an endpoint whose value is one string. */
const SUMMARY = /^ {2}summary:\s*(?:'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"),\n/gm

/** Removes the sentences that only the server's OpenAPI document says: 400 bytes of the first page, and as many of the trade page. */
export function noSummaries(): Plugin {
  return {
    name: 'kimia:no-summaries',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/contract\/[\w-]+\.ts$/ },
      handler: (code) => ({ code: code.replace(SUMMARY, ''), map: null }),
    },
  }
}
