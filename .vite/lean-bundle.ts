import type { BuildOptions } from 'vite'
import { CHUNKS } from './chunk-of.ts'

/** Makers of schemas: a schema that nobody reads is dropped, and with it the endpoints that a page does not call. */
const SCHEMA_MAKERS = [
  'defineEndpoint',
  'replyWith',
  'z.array',
  'z.boolean',
  'z.enum',
  'z.int',
  'z.literal',
  'z.maxLength',
  'z.minLength',
  'z.nullable',
  'z.object',
  'z.optional',
  'z.pipe',
  'z.record',
  'z.refine',
  'z.regex',
  'z.strictObject',
  'z.string',
  'z.transform',
  'z.unknown',
]

const ON_EVERY_PAGE = /\/(?:base|shell|kit|rolldown-runtime)-[\w-]+\.js$/

export const leanBundle = {
  // The base is one file on purpose; tests/e2e/first-load.test.ts weighs it.
  chunkSizeWarningLimit: 700,
  modulePreload: {
    polyfill: false,
    // What every page has loaded already needs no word.
    resolveDependencies: (file: string, needed: string[]) =>
      needed.filter((name) => name !== file && !ON_EVERY_PAGE.test(name)),
  },
  rolldownOptions: {
    treeshake: {
      manualPureFunctions: SCHEMA_MAKERS,
      moduleSideEffects: [
        // Imported for nothing by the browser build of @emotion/react.
        { test: /node_modules\/(?:hoist-non-react-statics|react-is)\//, sideEffects: false },
      ],
    },
    output: { codeSplitting: { groups: CHUNKS } },
  },
} satisfies BuildOptions
