import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

// Vitest 5 itself would take vite.config.ts, whose plugins build the app; tests need none of them.
const root = fileURLToPath(new URL('..', import.meta.url))

const CLIENT = ['tests/unit/client/**/*.test.{ts,tsx}']

/** Files that put another module in the place of ours: they need modules of their own, and all others share theirs. */
const replacingModules = globSync(CLIENT, { cwd: root }).filter((file) =>
  /\bvi\.(do)?(mock|unmock|resetModules)\(/i.test(readFileSync(join(root, file), 'utf8')),
)

/** A project of components and what they lean on, in jsdom. */
const client = ({ groupOrder, ...test }: ProjectOptions) => ({
  extends: true as const,
  plugins: [react()],
  test: {
    environment: 'jsdom',
    maxWorkers: 2,
    testTimeout: 60_000,
    setupFiles: ['tests/setup/testing-library.ts'],
    sequence: { groupOrder },
    ...test,
  },
})

type ProjectOptions = { name: string; include: string[]; exclude?: string[]; isolate: boolean; groupOrder: number }

export default defineConfig({
  root,
  cacheDir: 'node_modules/.cache/vitest',
  test: {
    // A test that asserts nothing fails. What is polled for comes or does not, whatever the load of the machine.
    expect: { requireAssertions: true, poll: { timeout: 15_000 } },
    setupFiles: ['tests/setup/patience.ts', 'tests/setup/undo-stubs.ts'],
    // Nothing may lean on what ran before it. The seed is that of the run (`TEST_SEED`).
    sequence: { shuffle: { files: true, tests: true } },
    hookTimeout: 120_000,
    teardownTimeout: 60_000,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          isolate: false,
          // Long enough for a busy machine: a test that hangs is found all the same.
          testTimeout: 60_000,
          include: ['tests/unit/{domain,contract,server,custody,sandbox,sw,scripts,deploy}/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'property',
          environment: 'node',
          isolate: false,
          include: ['tests/property/**/*.test.ts'],
          // fast-check asserts by its own `assert`.
          expect: { requireAssertions: false },
          testTimeout: 240_000,
        },
      },
      // One after the other: each file of the second that came between would end a worker of the first, with all that it has loaded.
      client({ name: 'client', include: CLIENT, exclude: replacingModules, isolate: false, groupOrder: 0 }),
      client({ name: 'client-isolated', include: replacingModules, isolate: true, groupOrder: 1 }),
      {
        extends: true,
        test: {
          name: 'integration',
          environment: 'node',
          include: ['tests/integration/**/*.test.ts'],
          // Modules are read once per worker: a file brings its own servers and databases, and shares nothing that changes.
          isolate: false,
          setupFiles: ['tests/setup/required-modules.ts'],
          maxWorkers: 3,
          // A file tells a story about its servers, test after test.
          sequence: { shuffle: { tests: false } },
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'simulation',
          sequence: { shuffle: { tests: false } },
          environment: 'node',
          include: ['tests/simulation/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 600_000,
          hookTimeout: 240_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'architecture',
          environment: 'node',
          isolate: false,
          include: ['tests/architecture/**/*.test.ts'],
          testTimeout: 120_000,
        },
      },
    ],
  },
})
