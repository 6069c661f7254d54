import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

const INLINE_SCRIPT = /<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g

/**
 * Writes `csp.json`, `{ "scriptHashes": ["'sha256-…'"] }`: the hashes of the inline scripts of index.html that a strict Content-Security-Policy must
 * allow.
 */
export function cspHashes(): Plugin {
  return {
    name: 'kimia:csp-hashes',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html']
        if (page?.type !== 'asset') throw new Error('index.html is missing from the build')
        const scriptHashes = [...String(page.source).matchAll(INLINE_SCRIPT)].map(([, script = '']) => hashOf(script))
        this.emitFile({ type: 'asset', fileName: 'csp.json', source: JSON.stringify({ scriptHashes }) })
      },
    },
  }
}

function hashOf(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`
}
